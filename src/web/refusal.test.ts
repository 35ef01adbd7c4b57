import { expect, test } from "vitest";
import { onSessionEnded, errorFrom } from "./app-error.ts";

test("a refusal carries the server's code and sentence", () => {
  const refusal = errorFrom(409, '{"code":"23505","message":"A company with this name already exists"}');
  expect(refusal).toMatchObject({ status: 409, code: "23505", message: "A company with this name already exists" });
  expect(refusal.requestId).toBeUndefined();
});

test("it says which field is wrong", () => {
  const fields = [{ path: "email", message: "Please enter a valid email address" }];
  const body = JSON.stringify({ code: "invalid-input", message: fields[0]?.message, data: { fields } });
  expect(errorFrom(400, body).fields).toEqual({ email: "Please enter a valid email address" });
});

test("what went wrong on our side can be quoted by its request id", () => {
  const body = JSON.stringify({
    code: "unexpected",
    message: "Something went wrong on our side.",
    data: { requestId: "r1" },
  });
  expect(errorFrom(500, body).requestId).toBe("r1");
});

test.each(["", "<html>502 Bad Gateway</html>", "null", "[]", '"text"'])(
  "an answer that is not ours, %j, is still a sentence",
  (text) => {
    expect(errorFrom(502, text)).toMatchObject({ code: "status-502", message: "Something went wrong on our side." });
  },
);

test("every answer that nobody is signed in is heard of, and no other", () => {
  let heard = 0;
  const unhear = onSessionEnded(() => (heard += 1));
  errorFrom(401, '{"code":"signed-out","message":"You must be signed in to do this."}');
  errorFrom(401, '{"code":"company-signed-out","message":"You must be logged in to create a company"}');
  errorFrom(401, '{"code":"invalid-credentials","message":"Invalid credentials"}');
  errorFrom(401, '{"code":"second-factor-expired","message":"Your sign-in timed out. Please sign in again."}');
  unhear();
  errorFrom(401, '{"code":"signed-out","message":"You must be signed in to do this."}');
  expect(heard).toBe(2);
});
