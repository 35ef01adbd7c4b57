import { RequestFailed } from "../http.ts";
import type { Http } from "../http.ts";
import { MOST_PAGES, ofCursor } from "../paging.ts";
import { askJson, askXml } from "./call.ts";
import type { Answered, Call, JsonObject } from "./call.ts";
import type { OperationName } from "./operations.ts";
import { textAt } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

/** How an operation names its next page: the parameter that asks for it, and where its token stands in an answer. */
export interface Token {
  readonly parameter: string;
  readonly at: readonly string[];
}

/** Pages of an operation that answers XML, in order; fails as `askXml` does, and `truncated` for pages without end. */
export function xmlPages(
  http: Http,
  name: OperationName,
  call: Call,
  token: Token,
): AsyncGenerator<Answered<XmlElement>> {
  const next = (page: XmlElement) => textAt(page, ...token.at);
  return pagesOf(name, (more) => askXml(http, name, withToken(call, token, more)), next);
}

/** Pages of an operation that answers JSON; otherwise as `xmlPages`. */
export function jsonPages(
  http: Http,
  name: OperationName,
  call: Call,
  token: Token,
): AsyncGenerator<Answered<JsonObject>> {
  const next = (page: JsonObject) => {
    const found = page[token.at[0]!];
    return typeof found === "string" ? found : undefined;
  };
  return pagesOf(name, (more) => askJson(http, name, withToken(call, token, more)), next);
}

function withToken(call: Call, { parameter }: Token, more: string | undefined): Call {
  return more === undefined ? call : { ...call, with: { ...call.with, [parameter]: more } };
}

async function* pagesOf<T>(
  name: OperationName,
  ask: (token: string | undefined) => Promise<Answered<T> | undefined>,
  nextOf: (page: T) => string | undefined,
): AsyncGenerator<Answered<T>> {
  const asked = new Set<string>();
  for (let token: string | undefined; ;) {
    const page = await (token === undefined ? ask(token) : ask(token).catch(ofCursor));
    if (!page) return;
    yield page;
    token = nextOf(page.value);
    if (!token) return;
    if (asked.has(token)) throw new RequestFailed("truncated", `the pages of ${name} go in a circle`);
    asked.add(token);
    if (asked.size >= MOST_PAGES) throw new RequestFailed("truncated", `${name} has more than ${MOST_PAGES} pages`);
  }
}
