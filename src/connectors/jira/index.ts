import type { Connector } from "../connector.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { probe } from "./probe.ts";
import { steps } from "./steps/index.ts";

/** Jira Cloud: tickets that a company says mean something, and who may see and change the site. */
export const jira: Connector = { manifest, probe, steps, checks };
