import DOMPurify from "dompurify";

/** Elements a message may contain. Others are removed; their text stays unless the next list has them. */
export const allowedTags = [
  ..."a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details".split(
    " ",
  ),
  ..."dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p".split(
    " ",
  ),
  ..."pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split(
    " ",
  ),
];

export const droppedWhole = [
  ..."script style noscript noembed noframes template svg math iframe frame frameset object embed applet portal".split(
    " ",
  ),
  ..."fencedframe audio video source track picture-source canvas map title head-link select datalist textarea option".split(
    " ",
  ),
  ..."xmp plaintext listing".split(" "),
];

export const allowedAttributes = [
  ..."abbr align alt bgcolor border cellpadding cellspacing class color cols colspan datetime dir face headers height".split(
    " ",
  ),
  ..."hspace lang noshade nowrap open reversed rowspan rules scope size span start title type valign value vspace width".split(
    " ",
  ),
];

/** Attribute with a link's number; the document in the frame contains no addresses. */
export const linkMark = "data-mail-link";
/** Attribute with the number of one of the message's own images. */
export const imageMark = "data-mail-image";
/** Attribute with the cleaned style until it is applied through the CSS object model. */
export const styleMark = "data-mail-style";
/** Attribute with the level of a paragraph that Word or Outlook draws as a list’s item; "ignore" for the bullet drawn. */
export const wordListMark = "data-mail-list";

/** Our own purifier instance, so that hooks set here affect no other. */
export const purifier = DOMPurify(window);
