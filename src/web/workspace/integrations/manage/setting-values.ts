import type { ConnectionDetails } from "../connection.ts";

type SettingValue = ConnectionDetails["settings"][string];
type SettingField = Pick<ConnectionDetails["settingFields"][number], "name" | "kind">;

/** A setting as its field shows it. */
export function settingText(value: SettingValue | undefined): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** What a form of settings says, each in the kind that it has; a number that is none is refused by its name. */
export function readSettings(fields: readonly SettingField[], form: FormData) {
  const settings: Record<string, SettingValue> = {};
  const errors: Record<string, string> = {};
  for (const { name, kind } of fields) {
    const given = form.get(name);
    const text = typeof given === "string" ? given.trim() : "";
    if (kind === "switch") settings[name] = form.has(name);
    else if (kind === "lines") settings[name] = linesOf(text);
    else if (kind === "text") settings[name] = text;
    else if (text !== "" && Number.isFinite(Number(text))) settings[name] = Number(text);
    else errors[name] = "Enter a number.";
  }
  return { settings, errors };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
