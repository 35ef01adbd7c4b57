import { expect, test } from "vitest";
import { noticesDue } from "./operator-notices.ts";

const at = new Date("2026-11-21T12:00:00Z");
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const disk = { key: "disk", sentence: "The disk is nearly full." };
const mails = { key: "slow mail", sentence: "Mails stand still." };

test("what is seen for the first time is written down, and mailed once it lasts for five minutes", () => {
  expect(noticesDue([], [disk], at)).toEqual({ begun: ["disk"], ended: [], tell: [], allClear: false });
  expect(noticesDue([{ key: "disk", since: ago(4), toldAt: null }], [disk], at).tell).toEqual([]);
  expect(noticesDue([{ key: "disk", since: ago(5), toldAt: null }], [disk], at).tell).toEqual([disk]);
});

test("what was mailed is mailed again after a day, or together with what is new", () => {
  const told = { key: "disk", since: ago(3_000), toldAt: ago(60) };
  expect(noticesDue([told], [disk], at).tell).toEqual([]);
  expect(noticesDue([{ ...told, toldAt: ago(24 * 60) }], [disk], at).tell).toEqual([disk]);
  const slow = { key: "slow mail", since: ago(9), toldAt: null };
  expect(noticesDue([told, slow], [disk, mails], at).tell).toEqual([disk, mails]);
});

test("all is well once everything that was mailed is over, and not before", () => {
  const told = { key: "disk", since: ago(300), toldAt: ago(60) };
  const other = { key: "slow mail", since: ago(300), toldAt: ago(60) };
  expect(noticesDue([told], [], at)).toMatchObject({ ended: ["disk"], allClear: true });
  expect(noticesDue([told, other], [mails], at)).toMatchObject({ ended: [], allClear: false });
  // Something new, which nobody was mailed about yet, is not well either.
  expect(noticesDue([told], [mails], at)).toMatchObject({ begun: ["slow mail"], tell: [], allClear: false });
});

test("what was over before anybody was mailed is over without a word", () => {
  const brief = { key: "disk", since: ago(3), toldAt: null };
  expect(noticesDue([brief], [], at)).toEqual({ begun: [], ended: ["disk"], tell: [], allClear: false });
});
