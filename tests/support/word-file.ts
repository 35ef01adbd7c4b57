import { foreignZip } from "./foreign-zip.ts";

interface WordParts {
  /** What stands in the body. */
  readonly body: string;
  /** More parts, by their paths; these replace those of the same path. */
  readonly parts?: Readonly<Record<string, string | Buffer>>;
  readonly mainType?: string;
  /** Before the document's root. */
  readonly prolog?: string;
}

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const plainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** A Word document made by hand: the smallest that Word opens, with what a test puts into it. */
export function wordFile({ body, parts = {}, mainType = plainType, prolog = "" }: WordParts): Buffer {
  const all: Record<string, string | Buffer> = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${prolog}<w:document xmlns:w="${W}" xmlns:r="${R}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  const files = Object.entries(all).map(([path, content]) => [path, Buffer.from(content as string)] as const);
  return foreignZip(files, { deflate: true });
}

/** A paragraph; `properties` and `run` are markup of its own and of its words. */
export const wordParagraph = (text: string, { properties = "", run = "" } = {}) =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** The declarations of numbered lists: each `levels` is a list of formats and their texts, from the outer level in. */
export const wordNumbering = (...lists: readonly (readonly (readonly [format: string, text: string])[])[]) =>
  `<w:numbering xmlns:w="${W}">${lists
    .map(
      (levels, id) =>
        `<w:abstractNum w:abstractNumId="${id}">${levels
          .map(
            ([format, text], level) =>
              `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
          )
          .join("")}</w:abstractNum>`,
    )
    .join(
      "",
    )}${lists.map((_, id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="${id}"/></w:num>`).join("")}</w:numbering>`;
