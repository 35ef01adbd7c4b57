import { frameworks } from "#catalog/frameworks.ts";

/** The frameworks a project can be created for; the others show as 'Coming Soon'. */
export const openFrameworks = frameworks.filter((framework) => framework.available);

/** `SOC 2 - Core Startup Set` for `soc2`; a key we do not know stands for itself. */
export function frameworkTitle(key: string): string {
  return frameworks.find((framework) => framework.key === key)?.name ?? key;
}

/** `SOC 2`: without the name of the set of it that a project works through. */
export function frameworkName(key: string): string {
  return frameworkTitle(key).split(" - ")[0] ?? key;
}

/** `Core Startup Set`, where a framework's set has a name of its own. */
export function frameworkSet(key: string): string | undefined {
  return frameworkTitle(key).split(" - ")[1];
}
