import { expect, test } from "vitest";
import { readSettings, settingText } from "./setting-values.ts";

const fields = [
  { name: "jql", kind: "text" },
  { name: "statuses", kind: "lines" },
  { name: "days", kind: "number" },
  { name: "closed", kind: "switch" },
] as const;

function form(values: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test("what a form of settings holds is read in the kind that each has, and shown as it was", () => {
  const { settings, errors } = readSettings(
    fields,
    form({ jql: " project = OPS ", statuses: "Approved\n\n Done ", days: "14", closed: "on" }),
  );
  expect(errors).toEqual({});
  expect(settings).toEqual({ jql: "project = OPS", statuses: ["Approved", "Done"], days: 14, closed: true });
  expect(settingText(settings["statuses"])).toBe("Approved\nDone");
  expect(readSettings(fields, form({ days: "0" })).settings).toEqual({ jql: "", statuses: [], days: 0, closed: false });
});

test("a number that is none is refused, and not read as nothing", () => {
  for (const days of ["", "soon", "1e999"])
    expect(readSettings(fields, form({ days })).errors).toEqual({ days: "Enter a number." });
});
