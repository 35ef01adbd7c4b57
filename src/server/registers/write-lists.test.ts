import { expect, test } from "vitest";
import { populationOfShape } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import type { OktaUser } from "#tests/support/read-system.ts";
import { listedAccounts } from "./write-lists.ts";

function opened(users: readonly OktaUser[], steps?: readonly string[]) {
  const sealed = oktaExhibit(users, steps);
  return {
    accounts: populationOfShape(mappings.okta, "account", sealed),
    grants: populationOfShape(mappings.okta, "grant", sealed),
  };
}

const system = (count: number) =>
  opened(
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      login: `p${at}@acme.test`,
      roles: at % 2 === 0 ? ["USER_ADMIN"] : [],
    })),
  );
const secondsOf = (count: number) => {
  const read = system(count);
  const began = performance.now();
  const all = listedAccounts(read, ({ id }) => (id === "1" ? "dan" : null));
  return { seconds: (performance.now() - began) / 1_000, all };
};

test("an account is listed with its own grants and its person", () => {
  const { all } = secondsOf(4);
  expect(all).toMatchObject([
    { id: "0", administrator: true, personId: null },
    { id: "1", administrator: false, personId: "dan" },
    { id: "2", administrator: true },
    { id: "3", administrator: false },
  ]);
  const unread = opened([{ id: "1", admin: null }], ["users"]);
  expect(listedAccounts(unread, () => null)).toMatchObject([{ administrator: null }]);
});

test("10,000 accounts with grants are listed in less than two seconds", async ({ annotate }) => {
  const { all, seconds } = secondsOf(10_000);
  await annotate(`${seconds.toFixed(2)} s`);
  expect(all).toHaveLength(10_000);
  expect(seconds).toBeLessThan(2);
});
