import DOMPurify from "dompurify";

/** Elements that a letter is made of. Whatever is not here goes; its words stay unless the next list has it. */
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

/** Elements that go with all they hold. */
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

/** Attribute that carries the number of a link; the document in the frame holds no address at all. */
export const linkMark = "data-mail-link";
/** Attribute that carries the number of an image of the message's own. */
export const imageMark = "data-mail-image";
/** Attribute that carries the cleaned style until it is applied through the CSS object model. */
export const styleMark = "data-mail-style";

/** A purifier of our own, so that hooks set here touch nobody else's. */
export const purifier = DOMPurify(window);
