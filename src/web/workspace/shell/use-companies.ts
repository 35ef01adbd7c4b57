import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api } from "#web/api.ts";
import { companyChoice } from "#web/company-choice.ts";
import { toast } from "#web/design/toast-list.ts";
import type { Company } from "../company-context.tsx";

/**
 * The caller's companies and the current one: the one chosen last, if it still is a membership, else the first
 * (specification, section 4). A membership that ends while the page is open is said out loud.
 */
export function useCompanies(loaded: readonly Company[]) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: companies = loaded } = useQuery(api.companies.list.queryOptions({ input: {} }));
  const [chosenId, setChosenId] = useState(() => companyChoice.read());
  const company = companies.find((one) => one.id === chosenId) ?? companies[0];
  const before = useRef(company);

  useEffect(() => {
    const left = before.current && !companies.some((one) => one.id === before.current?.id);
    before.current = company;
    if (company) companyChoice.write(company.id);
    else companyChoice.clear();
    if (left && company) toast.info(`Switched to ${company.name}`);
    if (left && !company) void navigate("/");
  }, [companies, company, navigate]);

  function switchTo(next: Company) {
    companyChoice.write(next.id);
    setChosenId(next.id);
    // An open project or item belongs to the company one leaves; its list exists in every company.
    void navigate(`/${pathname.split("/").slice(1, 3).join("/")}`);
  }

  return { company, companies, switchTo };
}
