import { createHmac, timingSafeEqual } from "node:crypto";
import { VISIT_MS } from "./names.ts";

/** What a visitor's cookie says: which database is theirs, and as whom they look at it. */
export interface DemoPass {
  readonly database: string;
  readonly kind: "demo" | "admin";
}

/** The cookie of a visit. It is signed, so that any process of this instance can open the visit and nobody else's. */
export interface DemoCookie {
  issue(pass: DemoPass): string;
  /** What a request's cookies carry; undefined without a pass of ours. */
  read(header: string | undefined): DemoPass | undefined;
  readonly clear: string;
}

/** `__Host-` binds the cookie to https and this host (RFC 6265bis), where there is https. */
export function demoCookie(appUrl: string, keys: () => readonly Uint8Array[]): DemoCookie {
  const secure = appUrl.startsWith("https:");
  const name = secure ? "__Host-demo" : "demo";
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const sign = (text: string, key = keys()[0]!) => createHmac("sha256", key).update(text).digest();
  return {
    issue: ({ database, kind }) => {
      const text = `${database}.${kind}`;
      return `${name}=${text}.${sign(text).toString("base64url")}; Max-Age=${VISIT_MS / 1000}${attributes}`;
    },
    read: (header) => {
      const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
      const [, database, kind, given] = /^[^=]+=(\w+)\.(demo|admin)\.([\w-]{43})$/.exec(pair ?? "") ?? [];
      if (database === undefined || given === undefined) return undefined;
      const signature = Buffer.from(given, "base64url");
      if (!keys().some((key) => timingSafeEqual(signature, sign(`${database}.${kind}`, key)))) return undefined;
      return { database, kind: kind as DemoPass["kind"] };
    },
    clear: `${name}=; Max-Age=0${attributes}`,
  };
}
