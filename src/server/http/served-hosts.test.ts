import { expect, test } from "vitest";
import { servedHosts } from "./served-hosts.ts";

test("S11: only the host of APP_URL is answered", () => {
  const serves = servedHosts("https://app.example.com");
  expect(["app.example.com", "APP.example.com", "app.example.com:443"].map(serves)).toEqual([true, true, true]);
  for (const host of [
    undefined,
    "",
    "evil.example",
    "app.example.com.evil.example",
    "app.example.com:80",
    "app.example.com:3000",
    "app.example.com@evil.example",
    "evil.example/app.example.com",
    "app.example.com/",
    "localhost",
    "127.0.0.1",
  ])
    expect(serves(host), String(host)).toBe(false);
});

test("S11: an instance at a port is answered at that port", () => {
  const serves = servedHosts("http://exhibit.internal:8080");
  expect(["exhibit.internal:8080", "exhibit.internal", "exhibit.internal:80"].map(serves)).toEqual([
    true,
    false,
    false,
  ]);
});

test("S11: an instance on this machine answers loopback names and no name that could be pointed at it", () => {
  const serves = servedHosts("http://localhost:3000");
  expect(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost:41234"].map(serves)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  for (const host of ["evil.example:3000", "localhost.evil.example", "127.0.0.1.nip.io", "0.0.0.0:3000", "192.168.1.2"])
    expect(serves(host), host).toBe(false);
});
