import { expect, test } from "vitest";
import { heldAddress } from "./held-address.ts";

test("a socket is taken from the service manager only where it is one, and meant for this process", () => {
  expect(heldAddress({}, 7)).toBeUndefined();
  expect(heldAddress({ LISTEN_PID: "8", LISTEN_FDS: "1" }, 7)).toBeUndefined();
  expect(heldAddress({ LISTEN_PID: "7", LISTEN_FDS: "1" }, 7)).toBe(3);
  expect(() => heldAddress({ LISTEN_PID: "7", LISTEN_FDS: "2" }, 7)).toThrow(
    "The socket unit must name one address to listen on, not 2.",
  );
  expect(() => heldAddress({ LISTEN_PID: "7" }, 7)).toThrow("not none.");
});
