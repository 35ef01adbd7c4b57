import type { Json } from "../connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { RequestFailed } from "../http.ts";
import { endpointOf, signingName } from "./endpoints.ts";
import { operations } from "./operations.ts";
import type { Operation, OperationName } from "./operations.ts";
import { refusalOf } from "./refusal.ts";
import { parseXml } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

/** What one operation is asked. */
export interface Call {
  readonly region: string;
  /** Parameters: of a form, of a JSON body or of the address, as the operation takes them. */
  readonly with?: Readonly<Record<string, string | number>>;
  /** What stands in the {places} of a path. */
  readonly at?: Readonly<Record<string, string>>;
  /** Codes of errors that are values here: "NoSuchEntity" for "there is no such policy". */
  readonly absent?: readonly string[];
}

/** An answer that was read, and when AWS gave it. */
export interface Answered<T> {
  readonly value: T;
  readonly at: string;
}

// Services that answer XML answer JSON of another shape to whoever asks for JSON.
const asXml = { accept: "*/*" };
// AWS refuses with any of these; what it means stands in the body.
const speaking = [400, 403, 404, 409, 410];

/**
 * Asks an operation that answers XML. Undefined where AWS said one of the codes in `absent`. Throws `RequestFailed`: denied
 * with the permission's name, unavailable, malformed for an answer that is not this operation's.
 */
export async function askXml(http: Http, name: OperationName, call: Call): Promise<Answered<XmlElement> | undefined> {
  const answer = await ask(http, name, call);
  if (!answer) return undefined;
  const root = parseXml(answer.text(), name);
  const { how }: Operation = operations[name];
  const wanted = how.protocol === "rest" ? how.root : `${name}Response`;
  // Peers and proxies that do not know an operation may answer 200 with something else, which must not pass for "nothing".
  if (root.name !== wanted) throw new RequestFailed("malformed", `the answer to ${name} is a ${root.name}`);
  return { value: root, at: answer.at };
}

/** Asks an operation that answers JSON; otherwise as `askXml`. */
export async function askJson(http: Http, name: OperationName, call: Call): Promise<Answered<JsonObject> | undefined> {
  const answer = await ask(http, name, call);
  if (!answer) return undefined;
  const value = answer.json();
  if (!isObject(value)) throw new RequestFailed("malformed", `the answer to ${name} is no JSON object`);
  return { value, at: answer.at };
}

export type JsonObject = { readonly [name: string]: Json };

/** Whether JSON is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list in an answer. One that is absent is not an empty one: it throws `RequestFailed` of kind `malformed`. */
export function jsonList(value: JsonObject, field: string, where: OperationName): readonly Json[] {
  const list = value[field];
  if (!Array.isArray(list)) throw new RequestFailed("malformed", `the answer to ${where} has no ${field}`);
  return list as readonly Json[];
}

/** A list of objects in an answer; throws as `jsonList` does, and for what is no object. */
export function jsonObjects(value: JsonObject, field: string, where: OperationName): readonly JsonObject[] {
  const list = jsonList(value, field, where);
  if (!list.every(isObject)) throw new RequestFailed("malformed", `the answer to ${where} has an odd ${field}`);
  return list;
}

/** A list of texts in an answer; throws as `jsonObjects` does. */
export function jsonTexts(value: JsonObject, field: string, where: OperationName): readonly string[] {
  const list = jsonList(value, field, where);
  if (!list.every((item) => typeof item === "string"))
    throw new RequestFailed("malformed", `the answer to ${where} has an odd ${field}`);
  return list;
}

/** A text in an answer; throws `RequestFailed` of kind `malformed` where there is none: what has no id is lost. */
export function jsonText(value: JsonObject, field: string, where: OperationName): string {
  const text = value[field];
  if (typeof text !== "string" || text === "")
    throw new RequestFailed("malformed", `the answer to ${where} has no ${field}`);
  return text;
}

async function ask(http: Http, name: OperationName, call: Call): Promise<HttpAnswer | undefined> {
  const operation: Operation = operations[name];
  const answer = await http.send({
    ...requestOf(name, operation, call),
    endpoint: endpointOf(operation.service, call.region),
    accept: speaking,
    sign: { service: signingName(operation.service), region: call.region },
  });
  if (answer.status < 300) return answer;
  const refusal = refusalOf(answer, { name, permission: operation.permission, region: call.region });
  if (call.absent?.includes(refusal.code)) return undefined;
  throw refusal.error;
}

function requestOf(name: string, { how }: Operation, call: Call): Omit<HttpRequest, "endpoint"> {
  const parameters = call.with ?? {};
  if (how.protocol === "query") {
    const form = Object.entries({ Action: name, Version: how.version, ...parameters });
    const body = form.map(([parameter, value]) => `${encoded(parameter)}=${encoded(String(value))}`).join("&");
    const type = "application/x-www-form-urlencoded; charset=utf-8";
    return { method: "POST", path: "/", headers: { ...asXml, "content-type": type }, body };
  }
  if (how.protocol === "json") {
    const headers = { "content-type": `application/x-amz-json-${how.version}`, "x-amz-target": how.target };
    return { method: "POST", path: "/", headers, body: JSON.stringify(parameters) };
  }
  const [pattern, what] = how.path.split("?");
  const path = pattern!.replace(/\{(\w+)\}/g, (_, place: string) => encoded(call.at?.[place] ?? ""));
  if (how.method === "POST") {
    const headers = { "content-type": "application/json" };
    return { method: "POST", path, headers, body: JSON.stringify(parameters) };
  }
  return { path, headers: asXml, query: { ...(what ? { [what]: "" } : {}), ...parameters } };
}

/** As forms of AWS are written: only what RFC 3986 leaves unreserved stands for itself. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
