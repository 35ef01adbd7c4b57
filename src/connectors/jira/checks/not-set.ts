import type { CheckFacts, Observation } from "../../check.ts";
import { settingFields, settingsOf } from "../company-settings.ts";
import type { JiraSettings } from "../company-settings.ts";

/** That a check does not apply because a setting is empty, and where to set it; undefined where it is set. */
export function notSet(facts: CheckFacts, name: keyof JiraSettings, wanted: string): Observation | undefined {
  const value = settingsOf(facts.settings)[name];
  if (Array.isArray(value) ? value.length > 0 : String(value).trim() !== "") return undefined;
  const label = settingFields.find((field) => field.name === name)?.label ?? name;
  const how = name.endsWith("Jql") ? `set the JQL of "${label}"` : `fill "${label}"`;
  return {
    resource: { type: "setting", id: name, label },
    outcome: "not applicable",
    observed: `to check this, ${how} under Manage`,
    wanted,
  };
}
