import type * as z from "zod";
import type { Contract } from "#contract/index.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { IncomingBody } from "../blobs/artifacts.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "./caller.ts";
import type { Entry } from "./entry.ts";
import type { RequestMeta } from "./request.ts";
import type { Session } from "./session.ts";

interface QueryAsk<I> {
  readonly input: I;
  readonly caller: Caller;
  readonly tx: Tx;
}

interface AccountAsk<I> {
  readonly input: I;
  readonly request: RequestMeta;
}

interface PublicAsk<I> extends AccountAsk<I> {
  /** Whoever is signed in, or whose program asks. */
  readonly session: Session | undefined;
}

interface PersonalAsk<I> extends AccountAsk<I> {
  readonly session: Session;
}

interface AdministrationAsk<I> extends PersonalAsk<I> {
  /** A transaction as the platform admin, which sees no company's evidence. */
  readonly tx: Tx;
}

interface StreamAsk<I> {
  readonly input: I;
  readonly caller: Caller;
  readonly request: RequestMeta;
  /** A transaction as the caller; streams open several short ones instead of holding one while bytes flow. */
  readonly within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

interface BatchAsk<I> extends StreamAsk<I> {
  readonly idempotencyKey: string | null;
}

interface UploadAsk<I> extends BatchAsk<I> {
  /** As `within`, for the last transaction: what was reserved for the body is given back in it. */
  readonly lastly: StreamAsk<I>["within"];
  /** Where the company's files go; undefined where there is no body. */
  readonly location: string | undefined;
  readonly body: IncomingBody;
}

/** A file on its way out. */
export interface OutgoingFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly size?: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What a change answers with, and what the company's ledger will say of it. */
export interface Changed<O> {
  readonly answer: O;
  /** `unchanged` where the request found done what it asked for. */
  readonly entry: Entry | "unchanged";
  /** The last step, once the entry is written: for what takes the right to write it away. */
  readonly lastly?: () => Promise<void>;
}

/**
 * What the server must supply for an endpoint. A change without its ledger entry does not compile.
 */
export type HandlerOf<E> =
  E extends Endpoint<"query" | "draft", infer I, infer O, infer _F>
    ? (ask: QueryAsk<z.output<I>>) => Promise<z.input<O>>
    : E extends Endpoint<"change", infer I, infer O, infer _F>
      ? (ask: QueryAsk<z.output<I>>) => Promise<Changed<z.input<O>>>
      : E extends Endpoint<"public", infer I, infer O, infer _F>
        ? (ask: PublicAsk<z.output<I>>) => Promise<z.input<O>>
        : E extends Endpoint<"self", infer I, infer O, infer _F>
          ? (ask: PersonalAsk<z.output<I>>) => Promise<z.input<O>>
          : E extends Endpoint<"platform", infer I, infer O, infer _F>
            ? (ask: AdministrationAsk<z.output<I>>) => Promise<z.input<O>>
            : E extends Endpoint<"upload", infer I, infer O, infer _F>
              ? (ask: UploadAsk<z.output<I>>) => Promise<z.input<O>>
              : E extends Endpoint<"batch", infer I, infer O, infer _F>
                ? (ask: BatchAsk<z.output<I>>) => Promise<z.input<O>>
                : E extends Endpoint<"download", infer I, infer _O, infer _F>
                  ? (ask: StreamAsk<z.output<I>>) => Promise<OutgoingFile>
                  : E extends Endpoint<"events", infer I, infer O, infer _F>
                    ? (ask: StreamAsk<z.output<I>>) => AsyncIterable<z.input<O>>
                    : never;

/** One handler for each endpoint of the contract: forget one and it does not compile. */
export type Handlers = { readonly [Noun in keyof Contract]: HandlersOf<Noun> };
export type HandlersOf<Noun extends keyof Contract> = {
  readonly [Verb in keyof Contract[Noun]]: HandlerOf<Contract[Noun][Verb]>;
};
