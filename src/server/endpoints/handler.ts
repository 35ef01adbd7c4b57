import type * as z from "zod";
import type { Contract } from "#contract/index.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { CompanyRole } from "#domain/access.ts";
import type { Session } from "../auth/sessions.ts";
import type { IncomingBody } from "../evidence/artifacts.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Entry } from "../ledger/record-act.ts";

/** Who asks, as the database confirmed it in this very transaction. */
export interface AskingMember {
  readonly userId: string;
  readonly companyId: string;
  readonly role: CompanyRole;
  /** Whether they signed in with a second factor. */
  readonly secondFactor: boolean;
  /** The name of the API token that acts for them, where one does. */
  readonly token?: string | undefined;
  /** The session of a person's browser; a program has none. */
  readonly sessionId?: string | undefined;
}

export interface RequestFacts {
  readonly id: string;
  /** Address of the other end of the socket; what a header claims is not believed. */
  readonly address: string;
  readonly userAgent: string;
  readonly cookie: string | undefined;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void;
  /** Gives the browser a cookie, beside others. */
  setCookie(cookie: string): void;
  readonly signal: AbortSignal;
}

interface QueryAsk<I> {
  readonly input: I;
  readonly caller: AskingMember;
  readonly tx: Tx;
}

interface AccountAsk<I> {
  readonly input: I;
  readonly request: RequestFacts;
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
  readonly caller: AskingMember;
  readonly request: RequestFacts;
  /** A transaction as the caller; streams open several short ones instead of holding one while bytes flow. */
  readonly within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

interface UploadAsk<I> extends StreamAsk<I> {
  readonly body: IncomingBody;
  readonly idempotencyKey: string | null;
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
  E extends Endpoint<"query" | "note", infer I, infer O, infer _F>
    ? (ask: QueryAsk<z.output<I>>) => Promise<z.input<O>>
    : E extends Endpoint<"change", infer I, infer O, infer _F>
      ? (ask: QueryAsk<z.output<I>>) => Promise<Changed<z.input<O>>>
      : E extends Endpoint<"account", infer I, infer O, infer _F>
        ? (ask: AccountAsk<z.output<I>>) => Promise<z.input<O>>
        : E extends Endpoint<"personal", infer I, infer O, infer _F>
          ? (ask: PersonalAsk<z.output<I>>) => Promise<z.input<O>>
          : E extends Endpoint<"administration", infer I, infer O, infer _F>
            ? (ask: AdministrationAsk<z.output<I>>) => Promise<z.input<O>>
            : E extends Endpoint<"upload", infer I, infer O, infer _F>
              ? (ask: UploadAsk<z.output<I>>) => Promise<z.input<O>>
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
