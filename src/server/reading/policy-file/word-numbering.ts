import { readXml } from "#connectors/xccdf/xml.ts";

/** How a level of a list counts. */
export interface CountedLevel {
  readonly format: string;
  /** As Word writes it: "%1." or "(%2)". */
  readonly shown: string;
  readonly start: number;
  readonly style: string;
}

interface Numbered {
  readonly levels: Map<string, CountedLevel>;
  link: string;
}

const NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/**
 * The lists that a document declares, written anew in the little that mammoth reads of them, with each level's key in the place of its
 * style where it has none: mammoth tells whether a paragraph is numbered, and not how. A list that begins anew has levels of its own.
 */
export function readNumbering(xml: string | undefined): {
  readonly xml: string | undefined;
  readonly levels: ReadonlyMap<string, CountedLevel>;
} {
  const keyed = new Map<string, CountedLevel>();
  if (xml === undefined) return { xml, levels: keyed };
  const { abstracts, nums } = parse(xml);
  const written: string[] = [];
  const links: string[] = [];
  const write = (id: string, { levels, link }: Numbered, starts: ReadonlyMap<string, number>) => {
    const inner = [...levels].map(([level, counted]) => {
      const key = counted.style || `level-${id}-${level}`;
      keyed.set(key, { ...counted, start: starts.get(level) ?? counted.start });
      return `<w:lvl w:ilvl="${attribute(level)}"><w:numFmt w:val="${attribute(counted.format)}"/><w:pStyle w:val="${attribute(key)}"/></w:lvl>`;
    });
    written.push(
      `<w:abstractNum w:abstractNumId="${attribute(id)}">${inner.join("")}${link && `<w:numStyleLink w:val="${attribute(link)}"/>`}</w:abstractNum>`,
    );
  };
  for (const [id, numbered] of abstracts) write(id, numbered, new Map());
  for (const [id, { abstract, starts }] of nums) {
    const numbered = abstracts.get(abstract);
    const own = starts.size > 0 && numbered ? `${abstract}-${id}` : abstract;
    if (own !== abstract) write(own, { ...numbered!, levels: unlinked(numbered!.levels) }, starts);
    links.push(`<w:num w:numId="${attribute(id)}"><w:abstractNumId w:val="${attribute(own)}"/></w:num>`);
  }
  return {
    xml: `<w:numbering xmlns:w="${NAMESPACE}">${written.join("")}${links.join("")}</w:numbering>`,
    levels: keyed,
  };
}

/** A style leads to one list: the one that it is declared with. */
const unlinked = (levels: Numbered["levels"]) =>
  new Map([...levels].map(([level, counted]) => [level, { ...counted, style: "" }]));

function parse(xml: string) {
  const abstracts = new Map<string, Numbered>();
  const nums = new Map<string, { abstract: string; readonly starts: Map<string, number> }>();
  let abstract: Numbered | undefined;
  let num: { abstract: string; readonly starts: Map<string, number> } | undefined;
  let level = "0";
  const change = (to: Partial<CountedLevel>) => {
    const before = abstract?.levels.get(level) ?? { format: "decimal", shown: "", start: 1, style: "" };
    abstract?.levels.set(level, { ...before, ...to });
  };
  readXml([xml], {
    start: (element) => {
      const value = element.attribute("val");
      if (element.name === "abstractNum")
        abstracts.set(element.attribute("abstractNumId"), (abstract = { levels: new Map(), link: "" }));
      else if (element.name === "num")
        nums.set(element.attribute("numId"), (num = { abstract: "", starts: new Map() }));
      else if (element.name === "lvl" || element.name === "lvlOverride") level = element.attribute("ilvl") || "0";
      else if (element.name === "abstractNumId" && num) num.abstract = value;
      else if (element.name === "startOverride") num?.starts.set(level, Number(value) || 1);
      else if (element.name === "numStyleLink" && abstract) abstract.link = value;
      else if (element.name === "numFmt") change({ format: value });
      else if (element.name === "lvlText") change({ shown: value });
      else if (element.name === "start") change({ start: Number.parseInt(value, 10) || 0 });
      else if (element.name === "pStyle") change({ style: value });
    },
    end: ({ name }) => {
      if (name === "abstractNum") abstract = undefined;
      if (name === "num") num = undefined;
    },
  });
  return { abstracts, nums };
}

const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
