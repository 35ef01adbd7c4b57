import { expect, test } from "vitest";
import { clientNetwork } from "./client-network.ts";

test("addresses of one customer are one network, and this machine is none", () => {
  expect(clientNetwork("203.0.113.7")).toBe("203.0.113.0/24");
  expect(clientNetwork("203.0.113.250")).toBe("203.0.113.0/24");
  expect(clientNetwork("2001:db8:1:2::/64")).toBe("2001:db8:1::/48");
  expect(clientNetwork("2001:db8:1:ffff::/64")).toBe("2001:db8:1::/48");
  expect(clientNetwork("2001:db8:2:2::/64")).toBe("2001:db8:2::/48");
  expect(clientNetwork("127.0.0.1")).toBeUndefined();
  // As `clientAddress` writes ::1.
  expect(clientNetwork("0:0:0:0::/64")).toBeUndefined();
});
