import type { Connector } from "../connector.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { probe } from "./probe.ts";
import { steps } from "./steps/index.ts";

/** GitHub: one organization, read through its REST API. */
export const github: Connector = { manifest, probe, steps, checks };
