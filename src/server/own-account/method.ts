import type { SignInMethod } from "../endpoints/session.ts";

/** How somebody signed in, or showed who they are. */
export type Method = SignInMethod | "second-factor" | "recovery-code";
