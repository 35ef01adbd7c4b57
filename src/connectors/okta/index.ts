import type { Connector } from "../connector.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { probe } from "./probe.ts";
import { steps } from "./steps/index.ts";

/** Okta: one organization, read through its management API. */
export const okta: Connector = { manifest, probe, steps, checks };
