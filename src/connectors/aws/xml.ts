import { SaxesParser } from "saxes";
import { RequestFailed } from "../http.ts";

/** An element of an answer, by its local name. Attributes are never needed. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of elements inside it. */
  readonly text: string;
}

const DEEPEST = 40;

/**
 * Reads the XML of an answer whole. There are no document types here, so nothing expands but the five entities of XML
 * itself. Throws `RequestFailed` of kind `malformed` for anything else; `where` names the operation.
 */
export function parseXml(text: string, where: string): XmlElement {
  const open: { name: string; children: XmlElement[]; text: string }[] = [{ name: "", children: [], text: "" }];
  const refuse = (why: string): never => {
    throw new RequestFailed("malformed", `the answer to ${where} is not readable: ${why}`);
  };
  const parser = new SaxesParser();
  parser.on("error", (error) => refuse(error.message.slice(0, 120)));
  parser.on("doctype", () => refuse("it has a document type"));
  parser.on("opentag", (tag) => {
    if (open.length > DEEPEST) refuse("it is nested too deep");
    open.push({ name: tag.name.replace(/^.*:/, ""), children: [], text: "" });
  });
  const onText = (more: string) => {
    open.at(-1)!.text += more;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const ended = open.pop()!;
    open.at(-1)!.children.push(ended);
  });
  parser.write(text).close();
  return open[0]!.children[0] ?? refuse("it is empty");
}

/** The first element on a path of names, if it is there. */
export function within(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}

/** The text at the end of a path; undefined where nothing stands there, which is something else than empty. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  return within(element, ...path)?.text;
}

/** The text at the end of a path; throws `RequestFailed` of kind `malformed` where there is none: what has no id is lost. */
export function needed(element: XmlElement | undefined, where: string, ...path: readonly string[]): string {
  const text = textAt(element, ...path);
  if (!text) throw new RequestFailed("malformed", `the answer to ${where} has no ${path.at(-1)}`);
  return text;
}

/**
 * Members of a list. A list that is absent is not an empty one: it throws `RequestFailed` of kind `malformed`, because AWS
 * sends the element of an empty list, too.
 */
export function listAt(
  element: XmlElement | undefined,
  where: string,
  ...path: readonly string[]
): readonly XmlElement[] {
  const list = within(element, ...path);
  if (!list) throw new RequestFailed("malformed", `the answer to ${where} has no ${path.at(-1)}`);
  return list.children;
}

/** "true" and "false" as AWS writes them; null where it says neither. */
export function flag(text: string | undefined): boolean | null {
  if (text === "true") return true;
  return text === "false" ? false : null;
}

/** A whole number that is not negative; null for anything else. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}
