import { expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import { addressOf } from "./address.ts";

const companyId = "5b51632e-1ea4-4830-b2c1-2f0f87dbd0b5";

test("path parameters are filled in and the rest goes into the query string", () => {
  const input = { companyId, name: "Q1 & Q2", fileName: "a b.pdf", type: "Report", controls: "XC-01,XC-02" } as const;
  expect(addressOf(contract.evidence.file, input)).toBe(
    `/api/v1/companies/${companyId}/evidence?name=Q1+%26+Q2&fileName=a+b.pdf&type=Report&controls=XC-01%2CXC-02`,
  );
});

test("an address without further input has no question mark", () => {
  const address = { companyId, exportId: companyId };
  expect(addressOf(contract.exports.bundle, address)).toBe(
    `/api/v1/companies/${companyId}/exports/${companyId}/bundle`,
  );
});
