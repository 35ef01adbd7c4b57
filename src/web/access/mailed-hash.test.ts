import { expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { readMailed, usedLink } from "./mailed-hash.ts";
import { isAboutSignIn, ourSentence } from "./mailed-sentence.ts";

/** What is shown of an address that tells of an error. */
const shown = (hash: string) => {
  const mailed = readMailed(hash);
  return mailed?.kind === "error" ? ourSentence(mailed.said) : undefined;
};

test.each(["signup", "invite", "magiclink", "recovery"] as const)("a token of type %s is read", (type) => {
  expect(readMailed(`#access_token=t0k-en_&type=${type}`)).toEqual({ kind: "token", token: "t0k-en_", type });
});

test.each([
  "",
  "#",
  "#main",
  "#access_token=x",
  "#type=signup",
  "#access_token=&type=signup",
  "#access_token=x&type=y",
])("%j carries nothing", (hash) => expect(readMailed(hash)).toBeUndefined());

test("a used link carries our sentence", () => {
  expect(shown(new URL(usedLink, "http://localhost").hash)).toBe("Email link is invalid or has expired");
});

test("only sentences of ours are shown, whatever an address says", () => {
  const said = (description: string) =>
    shown(`#${new URLSearchParams({ error: "access_denied", error_description: description })}`);
  for (const foreign of ["Your account is locked. Call +1 555 0100.", "<b>x</b>", "", "email link is invalid"]) {
    expect(said(foreign)).toBe("Email link is invalid or has expired");
  }
  const ours = "Single sign-on did not work. Please try again.";
  expect(said(ours)).toBe(ours);
});

test.each(Object.keys(failures).filter((name) => name.startsWith("single-sign-on-")))(
  "what the way to a provider may end with is shown as it is: %s",
  (name) => {
    const { message } = failures[name as keyof typeof failures];
    const hash = new URLSearchParams({ error: "access_denied", error_description: message });
    expect(shown(`#${hash}`)).toBe(message);
    expect(isAboutSignIn(message)).toBe(true);
  },
);

test("an error goes before a token, so that no link can be both", () => {
  expect(readMailed("#error=x&access_token=t&type=signup")).toMatchObject({ kind: "error" });
});

test("the second factor is asked for by its name", () => {
  expect(readMailed("#second-factor")).toEqual({ kind: "second-factor" });
});
