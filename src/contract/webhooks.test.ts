import { expect, test } from "vitest";
import { ledgerEvents, untoldEvents } from "#domain/events/index.ts";
import { endpoints } from "./index.ts";

const recorded = [...new Set(endpoints.flatMap(({ records }) => records ?? []))];

test.each(recorded)("%s can be chosen for a webhook, or is kept from all of them on purpose", (event) => {
  const known = ledgerEvents.filter((ledgerEvent) => ledgerEvent.event === event).length;
  expect(known + untoldEvents.filter((untoldEvent) => untoldEvent === event).length).toBe(1);
});
