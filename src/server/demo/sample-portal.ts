import { controls } from "#catalog/index.ts";

/** Shown to the visitor alone: a visit is nobody else's. */
export const samplePortal = {
  isOn: true,
  title: "How we look after client files",
  introduction: "We are a firm of trial lawyers. This page shows which of our controls pass now, for clients who ask.",
  contact: "security@calderfinch.example",
  listed: false,
  controls: controls.map(({ id }) => id),
  frameworks: ["soc2" as const],
  color: "plum" as const,
};
