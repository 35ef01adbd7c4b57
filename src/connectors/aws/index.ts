import type { Connector } from "../connector.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { probe } from "./probe.ts";
import { steps } from "./steps/index.ts";

/** Amazon Web Services: settings of one account, in all regions that are in use. */
export const aws: Connector = { manifest, probe, steps, checks };
