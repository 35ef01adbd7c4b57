import { readXml } from "#connectors/xccdf/xml.ts";
import type { XmlElement } from "#connectors/xccdf/xml.ts";
import type { Loss, Lost } from "./losses.ts";
import { RefusedFile } from "./refused-file.ts";
import type { WordPackage } from "./word-package.ts";

const WORD = /\/wordprocessingml\/(?:2006\/)?main$/;
const MACROS = /macroEnabled|vbaProject/;
/** Text that somebody proposed or took away, and formats that somebody changed: nobody has decided about them. */
const TRACKED =
  /^(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w{1,8}PrChange|tblGridChange|tblPrExChange)$/;
const NOTE = /^(?:footnote|endnote)Reference$/;
const inWord: Readonly<Record<string, Loss>> = {
  commentReference: "comments",
  txbxContent: "boxes",
  object: "embedded",
  altChunk: "embedded",
  gridSpan: "merged",
};

/**
 * Looks at the markup of a document before anybody makes sense of it: refuses macros, tracked changes, document types and what is no
 * XML, and counts what is not carried over. Throws `RefusedFile`.
 */
export function inspectMarkup({ names, parts }: WordPackage, lost: Lost): void {
  const types = parts.get("[Content_Types].xml")!;
  if (MACROS.test(types) || names.some((name) => /vba(?:Project|Data)/i.test(name)))
    throw new RefusedFile("policy-file-macros");
  if (!/wordprocessingml/.test(types)) throw new RefusedFile("policy-file-kind");
  for (const [name, xml] of parts) {
    const isBody = /^word\/(?:document|footnotes|endnotes)\w*\.xml$/.test(name);
    const isFurniture = /^word\/(?:header|footer)\w*\.xml$/.test(name);
    let words = "";
    let fallback = 0;
    const start = (element: XmlElement) => {
      if (element.name === "Fallback") fallback += 1;
      if (isBody) lookAt(element, lost, fallback > 0);
    };
    const end = (element: XmlElement, text: string) => {
      if (element.name === "Fallback") fallback -= 1;
      if (isFurniture && element.name === "t") words += text;
    };
    try {
      readXml([xml], { start, end });
    } catch (error) {
      throw error instanceof RefusedFile ? error : new RefusedFile("policy-file-damaged");
    }
    if (words.trim() !== "") lost.add("furniture");
  }
}

function lookAt(element: XmlElement, lost: Lost, isFallback: boolean): void {
  const { name, namespace } = element;
  // A program that knows the newer form of a drawing skips the older one.
  if (isFallback) return;
  if (WORD.test(namespace)) {
    if (TRACKED.test(name)) throw new RefusedFile("policy-file-tracked");
    const loss = inWord[name];
    if (loss) lost.add(loss);
    if (NOTE.test(name)) lost.add("notes");
    if (name === "vMerge" && element.attribute("val") !== "restart") lost.add("merged");
    if (name === "vanish" && isOn(element)) lost.add("hidden");
    if ((name === "strike" || name === "dstrike") && isOn(element)) lost.add("struck");
  } else if (name === "blip" || name === "imagedata") lost.add("pictures");
  else if (name === "oMath") lost.add("equations");
  else if ((name === "chart" && namespace.endsWith("/chart")) || name === "relIds") lost.add("drawings");
}

const isOn = (element: XmlElement) => !/^(?:0|false|off)$/.test(element.attribute("val"));
