import { describe, expect, test } from "vitest";
import { groupsAt, sameBefore } from "./same-before.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const until = (number: number, ...accounts: string[]) => ({ accounts, until: day(number).toISOString() });
const last = { now: [["ada", "ben"]], before: [] };

describe("accounts that People no longer says to be one person's", () => {
  test("were until the sealing that parts them, and stay so in each that follows", () => {
    const parted = sameBefore(last, [], day(5), []);
    expect(parted).toEqual([until(5, "ada", "ben")]);
    expect(sameBefore({ now: [], before: parted }, [], day(6), [])).toEqual(parted);
  });

  test("are none of those that it still says, in however large a group", () => {
    expect(sameBefore(last, [["ada", "ben"]], day(5), [])).toEqual([]);
    expect(sameBefore(last, [["ada", "ben", "cy"]], day(5), [])).toEqual([]);
    // Two of three are parted, and all three were one.
    expect(sameBefore({ now: [["ada", "ben", "cy"]], before: [] }, [["ada", "ben"]], day(5), [])).toEqual([
      until(5, "ada", "ben", "cy"),
    ]);
  });

  test("were until the last time that they were parted", () => {
    expect(sameBefore({ now: last.now, before: [until(3, "ada", "ben")] }, [], day(5), [])).toEqual([
      until(5, "ada", "ben"),
    ]);
  });

  test("never were once somebody else has confirmed People since, and nobody who was one of them can", () => {
    const before = [until(5, "ada", "ben"), until(5, "ben", "cy")];
    const by = (who: string, number: number) =>
      sameBefore({ now: [], before }, [], day(9), [{ by: who, at: day(number) }]).length;
    expect([by("dee", 6), by("dee", 5), by("dee", 4)]).toEqual([0, 2, 2]);
    expect([by("ada", 6), by("ben", 6), by("cy", 6)]).toEqual([2, 2, 2]);
  });
});

test("what was done before they were parted was done by one person, and what was done since by two", () => {
  const same = { now: [["cy", "dee"]], before: [until(5, "ada", "ben")] };
  expect(groupsAt(same, day(4))).toEqual([
    ["cy", "dee"],
    ["ada", "ben"],
  ]);
  expect(groupsAt(same, day(5))).toEqual([["cy", "dee"]]);
});
