// Draws the pictures that other programs show of us: those beside shared links, and the icons of a home screen. Run
// it when the mark or the title of a public page changes, look at what it made, and commit it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { publicPages, shareImage } from "#catalog/public-pages.ts";
import { findChrome } from "./chrome.ts";
import { root } from "./program.ts";

const folder = join(root, "src/web/public");
const font = (file: string) =>
  `url(data:font/woff2;base64,${readFileSync(join(root, "node_modules/@fontsource-variable", file)).toString("base64")})`;
const tokens = readFileSync(join(root, "src/web/design/tokens.css"), "utf8");
const mark = `<svg viewBox="0 0 32 32"><path fill="currentColor" d="M3 3h4.5v26H3zM9.5 3H24v4H12v18h12v4H9.5z"/><path fill="var(--mark-bar)" d="M12 12.5h15.5L30 15v2l-2.5 2.5H12z"/></svg>`;

const style = `
  ${tokens}
  @font-face { font-family: "STIX Two Text Variable"; font-weight: 400 700; src: ${font("stix-two-text/files/stix-two-text-latin-wght-normal.woff2")}; }
  @font-face { font-family: "Archivo Variable"; font-weight: 100 900; font-stretch: 62% 125%; src: ${font("archivo/files/archivo-latin-wdth-normal.woff2")}; }
  @font-face { font-family: "Martian Mono Variable"; font-weight: 100 800; font-stretch: 75% 112.5%; src: ${font("martian-mono/files/martian-mono-latin-wdth-normal.woff2")}; }
  * { box-sizing: border-box; margin: 0; }
  body { width: 100vw; height: 100vh; overflow: hidden; background: var(--sheet); color: var(--ink); --mark-bar: var(--signature); }
`;

interface Card {
  readonly title: string;
  readonly below: string;
  /** On the label: a number, and what is below it. */
  readonly number: string;
  readonly foot: string;
}

/** 1200 by 630: numbered lines behind the double rule, the page's title on them, and the label of an exhibit. */
const cardOf = ({ title, below, number, foot }: Card) => `<style>${style}
  .numbers { position: absolute; inset: 35px auto 0 0; width: 84px; padding: 0; list-style: none; text-align: right; color: var(--ink-3);
    font: 400 15px/40px "Martian Mono Variable"; font-stretch: 80%; }
  .rule { position: absolute; inset: 0 auto 0 108px; width: 5px; border: solid var(--signature-rule); border-width: 0 1.5px; }
  .edge { position: absolute; inset: 0 40px 0 auto; width: 1.5px; background: var(--signature-rule); }
  .brand { position: absolute; left: 160px; top: 66px; display: flex; gap: 14px; align-items: center; font: 600 38px/48px "STIX Two Text Variable"; letter-spacing: -0.012em; }
  .brand svg { width: 40px; }
  h1 { position: absolute; left: 158px; top: 201px; width: 640px; font: 500 74px/80px "STIX Two Text Variable"; letter-spacing: -0.026em; }
  p { position: absolute; left: 160px; top: 516px; width: 720px; color: var(--ink-2); font: 400 25px/34px "Archivo Variable"; }
  .label { position: absolute; left: 850px; top: 165px; width: 268px; height: 300px; padding: 8px; border-radius: 8px; background: var(--signature); color: var(--signature-fg); box-shadow: 0 2px 3px oklch(0.3 0.02 70 / 0.12), 0 22px 44px -14px oklch(0.3 0.02 70 / 0.36); }
  .label > div { display: grid; grid-template-rows: auto 1fr auto; justify-items: center; align-items: center; height: 100%; padding: 22px 12px 18px; border: 2px solid color-mix(in oklch, var(--signature-fg) 78%, transparent); border-radius: 4px; }
  .label b { margin-right: -0.16em; font: 700 25px/30px "Archivo Variable"; font-stretch: 125%; letter-spacing: 0.16em; }
  .label strong { margin-left: -0.03em; font: 500 146px/1 "STIX Two Text Variable"; letter-spacing: -0.045em; font-variant-numeric: lining-nums; }
  .label span { font: 500 17px/22px "Martian Mono Variable"; font-stretch: 78%; }
  .foot { position: absolute; inset: auto 0 0 0; height: 9px; background: linear-gradient(var(--ink) 0 4px, transparent 4px 7px, var(--ink) 7px); }
</style>
<ol class="numbers">${Array.from({ length: 14 }, (_, line) => `<li>${line + 1}</li>`).join("")}</ol>
<div class="rule"></div><div class="edge"></div>
<div class="brand">${mark}Exhibit</div>
<h1>${title}</h1>
<p>${below}</p>
<div class="label"><div><b>EXHIBIT</b><strong>${number}</strong><span>${foot}</span></div></div>
<div class="foot"></div>`;

/** The first sentence says enough beside a title. */
const firstSentence = (text: string) => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;

const cards = [
  ...publicPages.map(({ path, title, description }, at) => ({
    file: shareImage(path),
    html:
      path === "/"
        ? cardOf({
            title: "Evidence that is numbered, sealed, and yours to verify",
            below: "Collected once. Filed for every framework it satisfies.",
            number: "045",
            foot: "SOC 2 CC6.1",
          })
        : cardOf({
            title: title.replace(/ - Exhibit$/, ""),
            below: firstSentence(description),
            number: String(at + 1).padStart(3, "0"),
            foot: path,
          }),
  })),
  {
    file: "og-portal.png",
    html: cardOf({
      title: "Controls that pass, as they stand today",
      below: "Each line rests on sealed evidence, and falls away with it.",
      number: "022",
      foot: "Public portal",
    }),
  },
];

/** The mark on the blue field, with the margin that a home screen cuts into. */
const icon = `<style>${style} body { display: grid; place-items: center; background: var(--field); color: var(--field-fg); --mark-bar: var(--field-fg-2); } svg { width: 62vw; translate: 2vw 0; }</style>${mark}`;

const pictures = [
  ...cards.map((card) => ({ ...card, width: 1200, height: 630 })),
  { file: "apple-touch-icon.png", width: 180, height: 180, html: icon },
  { file: "icon-512.png", width: 512, height: 512, html: icon },
];

const browser = await chromium.launch(await findChrome());
try {
  for (const { file, width, height, html } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(`<!doctype html><html lang="en"><body>${html}</body></html>`);
    await page.evaluate("document.fonts.ready");
    writeFileSync(join(folder, file), await page.screenshot({ type: "png" }));
    await page.close();
  }
} finally {
  await browser.close();
}
