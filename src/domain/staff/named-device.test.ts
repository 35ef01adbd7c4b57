import { expect, test } from "vitest";
import { readNamedDevice } from "./named-device.ts";

const kinds = { laptop: "Laptop", other: "Other" };
const read = (fields: Record<string, string>) => readNamedDevice(new Map(Object.entries(fields)), kinds);

test("a device is named by its kind and name, and what no screen shows is taken out", () => {
  const { device, problem } = read({ kind: "laptop", name: "  Ben\u0000s\u202e \n Mac\ud800 ", serial: "\u200b " });
  expect([problem, device]).toEqual(["", { kind: "laptop", name: "Ben s Mac", serial: null }]);
});

test.each<[Record<string, string>, string]>([
  [{ name: "Mac" }, "Choose what kind of device it is."],
  [{ kind: "constructor", name: "Mac" }, "Choose what kind of device it is."],
  [{ kind: "laptop", name: " \u200b " }, "Name the device, so that others can tell which one you mean."],
  [{ kind: "laptop", name: "x".repeat(101) }, "Please use at most 100 characters."],
  [{ kind: "laptop", name: "Mac", serial: "x".repeat(101) }, "Please use at most 100 characters."],
])("%j is refused in a sentence", (fields, problem) => {
  expect(read(fields).problem).toBe(problem);
});
