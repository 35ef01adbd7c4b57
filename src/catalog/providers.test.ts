import { expect, test } from "vitest";
import { providerKeys } from "#domain/provider.ts";
import { allProviders } from "./providers.ts";

test("every provider that can be connected says what it is, what is read and what never", () => {
  expect(allProviders.map((provider) => provider.key)).toEqual(providerKeys);
  for (const { name, initials, kind, account, description, reads, never } of allProviders) {
    expect(account).toMatch(/^an? [A-Z]/);
    expect(initials).toMatch(/^[A-Z][A-Z0-9]$/);
    for (const text of [name, kind, description, never, ...reads]) expect(text).toMatch(/^[A-Z]/);
    expect(reads.length).toBeGreaterThanOrEqual(3);
  }
});
