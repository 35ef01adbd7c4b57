// Draws docs/pictures/architecture-{light,dark}.svg: who talks to whom. Written here, compared with `--check`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

interface Theme {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly box: string;
  readonly line: string;
  readonly accent: string;
}

const themes: Readonly<Record<string, Theme>> = {
  light: { paper: "#fbfaf7", ink: "#1f2328", soft: "#57606a", box: "#ffffff", line: "#8c959f", accent: "#1f4e9c" },
  dark: { paper: "#14161a", ink: "#e6edf3", soft: "#9aa4af", box: "#1d2127", line: "#6e7681", accent: "#8db4ff" },
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly title: string;
  readonly lines: readonly string[];
}

const [left, middle, right] = [30, 330, 700];

const boxes: readonly Box[] = [
  {
    x: left,
    y: 60,
    w: 210,
    h: 74,
    title: "Browser",
    lines: ["public pages, prerendered", "workspace, rendered there"],
  },
  { x: left, y: 160, w: 210, h: 74, title: "Programs and CI", lines: ["API tokens, or a pipeline's", "own identity"] },
  { x: left, y: 260, w: 210, h: 74, title: "Vendors", lines: ["AWS, GitHub, Google, Okta,", "Microsoft 365, Jira"] },
  {
    x: left,
    y: 390,
    w: 210,
    h: 92,
    title: "Auditor",
    lines: ["bundle.zip", "verify.mjs: offline,", "without an account"],
  },
  {
    x: middle,
    y: 60,
    w: 290,
    h: 110,
    title: "Web",
    lines: ["gate: the contract decides", "one transaction per request,", "as the caller, with row-level", "security"],
  },
  {
    x: middle,
    y: 190,
    w: 290,
    h: 92,
    title: "Worker",
    lines: ["mail, imports, collection, control", "status, alerts, webhooks: work is", "found in tables"],
  },
  { x: middle, y: 302, w: 137, h: 56, title: "Report readers", lines: ["apart, with limits"] },
  { x: middle + 153, y: 302, w: 137, h: 56, title: "Signer", lines: ["alone holds the key"] },
  {
    x: middle,
    y: 390,
    w: 290,
    h: 92,
    title: "Supervisor",
    lines: ["SECRET_KEY, administrator's login:", "migrates, turns keys over, writes", "backups; answers no request"],
  },
  {
    x: right,
    y: 60,
    w: 230,
    h: 110,
    title: "PostgreSQL",
    lines: ["companies, evidence, ledger;", "policies on every table;", "embedded, or your own"],
  },
  { x: right, y: 190, w: 230, h: 74, title: "Blob stores", lines: ["sealed files, US and EU:", "folders or buckets"] },
  { x: right, y: 284, w: 230, h: 74, title: "Anchors", lines: ["what was signed,", "apart from the database"] },
  {
    x: right,
    y: 390,
    w: 230,
    h: 92,
    title: "Backups",
    lines: ["encrypted for people,", "signed by the installation;", "keys of companies apart"],
  },
];

interface Arrow {
  /** The corners of its line. */
  readonly through: readonly (readonly [number, number])[];
  /** A word beside it, and where. */
  readonly message?: readonly [string, number, number];
}

const arrows: readonly Arrow[] = [
  {
    through: [
      [240, 97],
      [middle, 97],
    ],
    message: ["/api/v1", 285, 91],
  },
  {
    through: [
      [240, 190],
      [middle, 140],
    ],
  },
  {
    through: [
      [middle, 255],
      [240, 297],
    ],
    message: ["reads", 265, 272],
  },
  {
    through: [
      [620, 100],
      [right, 100],
    ],
  },
  {
    through: [
      [620, 145],
      [right, 215],
    ],
  },
  {
    through: [
      [620, 225],
      [right, 150],
    ],
  },
  {
    through: [
      [620, 240],
      [right, 232],
    ],
  },
  {
    through: [
      [620, 330],
      [right, 321],
    ],
  },
  {
    through: [
      [398, 282],
      [398, 302],
    ],
  },
  {
    through: [
      [620, 436],
      [right, 436],
    ],
  },
  {
    through: [
      [middle, 160],
      [300, 160],
      [300, 436],
      [240, 436],
    ],
    message: ["bundle", 270, 430],
  },
];

/** The picture in one theme. */
export function architecture({ paper, ink, soft, box, line, accent }: Theme): string {
  const drawn = boxes.map(
    ({
      x,
      y,
      w,
      h,
      title,
      lines,
    }) => `<g><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6" fill="${box}" stroke="${line}"/>
<text x="${x + 14}" y="${y + 24}" fill="${accent}" font-weight="600" font-size="15">${title}</text>
${lines.map((text, at) => `<text x="${x + 14}" y="${y + 44 + at * 17}" fill="${soft}" font-size="13">${text}</text>`).join("\n")}</g>`,
  );
  const pointed = arrows.map(({ through, message }) => {
    const corners = through.map((corner) => corner.join(" ")).join(" L");
    const path = `<path d="M${corners}" stroke="${line}" fill="none" marker-end="url(#head)"/>`;
    if (message === undefined) return path;
    const [word, x, y] = message;
    return `${path}\n<text x="${x}" y="${y}" fill="${ink}" font-size="12" text-anchor="middle" paint-order="stroke" stroke="${paper}" stroke-width="4">${word}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 510" role="img" aria-labelledby="title" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">
<title id="title">Browser, programs and vendors on the left; the processes of Exhibit in the middle; database, files, anchors and backups on the right.</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="${line}"/></marker></defs>
<rect width="960" height="510" rx="8" fill="${paper}"/>
${[
  [left, "Outside"],
  [middle, "Exhibit"],
  [right, "State"],
]
  .map(
    ([x, name]) =>
      `<text x="${x}" y="40" fill="${ink}" font-size="13" font-weight="600" letter-spacing="1">${name}</text>`,
  )
  .join("\n")}
${pointed.join("\n")}
${drawn.join("\n")}
</svg>
`;
}

if (import.meta.main) {
  mkdirSync(join(root, "docs/pictures"), { recursive: true });
  for (const [name, theme] of Object.entries(themes)) {
    const file = join(root, "docs/pictures", `architecture-${name}.svg`);
    const wanted = architecture(theme);
    if (!process.argv.includes("--check")) writeFileSync(file, wanted);
    else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
      console.log(`docs/pictures/architecture-${name}.svg is out of date: npm run tables`);
      process.exitCode = 1;
    }
  }
}
