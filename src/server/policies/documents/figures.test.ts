import fc from "fast-check";
import mammoth from "mammoth";
import { expect, test } from "vitest";
import { openForeignZip } from "#domain/bundle/foreign-zip.ts";
import type { Figure, FigureNode } from "#domain/printed/figure.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { inflate } from "../../reading/office-words.ts";
import type { FigureBox, FigurePiece } from "./figure-sketch.ts";
import { layFigure } from "./lay-figure.ts";
import { policyAsPdf } from "./pdf-policy.ts";
import { policyAsWord } from "./word-policy.ts";

const page = { width: 464, height: 600 };
/** Letters that are all as wide as any. */
const breakLines = (text: string, _: string, width: number) =>
  text.match(new RegExp(`.{1,${Math.max(1, Math.floor(width / 5))}}`, "gu")) ?? [];
const pieces = (figure: Figure) => layFigure(figure, breakLines, page);
const node = (title: string, note = ""): FigureNode => ({ title, note });
const many = (count: number, name = "Aktenverwaltung für Mandate Ωμέγα") =>
  Array.from({ length: count }, (_, at) => node(`${name} ${at + 1}`, "Production, critical"));
const flow = (keptIn: readonly FigureNode[], sharedWith: readonly FigureNode[]): Figure => ({
  kind: "flow",
  flow: { from: node("Clients"), data: node("DAT-1 Files", "Client files"), keptIn, sharedWith },
});
const zone = (nodes: readonly FigureNode[]): Figure => ({
  kind: "zone",
  zone: { title: "Production systems", isOutside: false, nodes },
});
const printed = (figures: readonly Figure[]) => ({
  company: "Calder & Finch LLP",
  title: "Network and data-flow diagrams",
  edition: "EX-000001",
  facts: [],
  foot: "Network and data-flow diagrams, EX-000001",
  blocks: figures.map((figure) => ({ kind: "figure" as const, figure })),
  at: new Date("2026-11-22T10:00:00Z"),
});

/** A part of a Word document as text. */
async function partOf(bytes: Buffer, path: string): Promise<string> {
  const readAt = async (into: Uint8Array, at: number) => bytes.copy(into, 0, at);
  const { files } = await openForeignZip(readAt, bytes.length, inflate);
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.find((file) => file.path === path)!.read()) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

const overlaps = (a: FigureBox, b: FigureBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const isAround = (outer: FigureBox, inner: FigureBox) =>
  outer.x <= inner.x && outer.width > inner.width && outer.height > inner.height;

function sound(piece: FigurePiece<string>): void {
  expect(piece.height).toBeLessThanOrEqual(page.height);
  for (const [at, box] of piece.boxes.entries()) {
    expect([box.x >= 0, box.x + box.width <= page.width + 0.01, box.y + box.height <= piece.height]).toEqual([
      true,
      true,
      true,
    ]);
    const others = piece.boxes.slice(at + 1).filter((other) => !isAround(box, other) && !isAround(other, box));
    expect(others.filter((other) => overlaps(box, other))).toEqual([]);
  }
}

test("however many systems and vendors there are, each piece fits on a page, no box covers another, and nothing is left out", () => {
  const names = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), { maxLength: 80 });
  fc.assert(
    fc.property(names, names, (kept, shared) => {
      const nodes = [kept, shared].map((all) => all.map((name) => node(name.replaceAll(/\s/g, "x"))));
      for (const figure of [flow(nodes[0]!, nodes[1]!), ...(nodes[0]!.length > 0 ? [zone(nodes[0]!)] : [])]) {
        const all = pieces(figure);
        for (const piece of all) sound(piece);
        const boxes = all.flatMap((piece) => piece.boxes).length;
        const least = figure.kind === "zone" ? kept.length : kept.length + shared.length;
        expect(boxes).toBeGreaterThanOrEqual(least);
      }
    }),
    { numRuns: 60 },
  );
});

test("what is kept is led to by solid lines and what is shared by dashed ones, each with an arrow for each box", () => {
  const [piece, ...others] = pieces(flow(many(3), many(2, "Vendor")));
  expect(others).toEqual([]);
  const arrows = piece!.paths.filter(({ hasArrow }) => hasArrow);
  // One comes from whom the data is about.
  expect(arrows.filter(({ isDashed }) => !isDashed)).toHaveLength(4);
  expect(arrows.filter(({ isDashed }) => isDashed)).toHaveLength(2);
});

test("60 systems are printed as vectors with their names as text, and each piece says in words what it shows", async () => {
  const figures = [zone(many(60)), flow(many(60), many(12, "Vendor"))];
  const pdf = await policyAsPdf(printed(figures), { compress: false });
  const text = textOfPdf(pdf).replaceAll(/\s+/g, " ");
  for (const { title } of [...many(60), ...many(12, "Vendor")])
    expect(text.replaceAll(" ", "")).toContain(title.replaceAll(" ", ""));
  const raw = pdf.toString("latin1");
  expect(raw).not.toContain("/Subtype /Image");
  expect(raw.match(/\/S \/Figure/g)!.length).toBeGreaterThan(2);
  expect(raw.match(/\/Alt /g)).toHaveLength(raw.match(/\/S \/Figure/g)!.length);
  expect((await policyAsPdf(printed(figures), { compress: false })).equals(pdf)).toBe(true);
});

test("a Word document has the same figures as shapes, each with its own id and words for whoever does not see it", async () => {
  const buffer = await policyAsWord(printed([zone(many(60)), flow(many(4), [])]));
  const xml = await partOf(buffer, "word/document.xml");
  for (const { title } of many(60)) expect(xml).toContain(title.split(" ")[0]);
  const ids = [...xml.matchAll(/<(?:wp:docPr|wps:cNvPr)[^>]*? id="(\d+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(70);
  expect(new Set(ids).size).toBe(ids.length);
  expect(xml.match(/ descr="/g)!.length).toBe(xml.match(/<wp:docPr /g)!.length);
  expect(xml).not.toContain("undefined");
  // What knows no shapes reads the words.
  const { value } = await mammoth.extractRawText({ buffer });
  expect(value).toContain("Data flow. DAT-1 Files (Client files). About: Clients. Kept in: Aktenverwaltung");
});
