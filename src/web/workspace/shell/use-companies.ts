import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api } from "#web/api.ts";
import { companyChoice } from "#web/company-choice.ts";
import { toast } from "#web/design/toast-list.ts";
import { onRefused } from "#web/app-error.ts";
import type { Company } from "../company.ts";

/** How long a change of roles or memberships that was made elsewhere may go unseen. */
const seenWithinMs = 15_000;

const asked = api.companies.list.queryOptions({ input: {}, refetchInterval: seenWithinMs });

/**
 * The caller's companies and the one this tab is in: the one its address names, else the one chosen last if it still is
 * a membership, else the first (specification, section 4). A membership that ends while the page is open is said out
 * loud.
 */
export function useCompanies(loaded: readonly Company[]) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname, search, hash } = useLocation();
  const { data: companies = loaded } = useQuery(asked);
  const [chosenId, setChosenId] = useState(() => named(loaded, search)?.id ?? companyChoice.read());
  const company = companies.find((company) => company.id === chosenId) ?? companies[0];
  const before = useRef(company);

  // An open project or item belongs to the company one leaves; its list exists in every company.
  const goToList = async () => await navigate(`/${pathname.split("/").slice(1, 3).join("/")}`);
  const leave = useEffectEvent(() => void goToList());

  useEffect(() => {
    const left = before.current && !companies.some((company) => company.id === before.current?.id);
    before.current = company;
    if (company) companyChoice.write(company.id);
    else companyChoice.clear();
    if (left && company) {
      toast.info(`Switched to ${company.name}`);
      leave();
    }
    if (left && !company) void navigate("/");
  }, [companies, company, navigate]);

  const followAddress = useEffectEvent(() => {
    const address = new URLSearchParams(search);
    if (!address.has("company")) return;
    const wanted = named(companies, search);
    if (!wanted) toast.error("Failed to switch company");
    else if (wanted.id !== company?.id) {
      setChosenId(wanted.id);
      toast.info(`Switched to ${wanted.name}`);
    }
    address.delete("company");
    void navigate({ pathname, search: String(address), hash }, { replace: true });
  });
  useEffect(() => followAddress(), [search]);
  useEffect(() => onRefused(() => void queries.invalidateQueries({ queryKey: asked.queryKey })), [queries]);

  /** Asks first whether the membership is still there; without an answer this tab stays where it is. */
  async function switchTo(next: Company): Promise<void> {
    try {
      const now = await queries.fetchQuery({ ...asked, staleTime: 0 });
      if (!now.some(({ id }) => id === next.id)) throw new Error("The membership has ended.");
    } catch {
      toast.error("Failed to switch company");
      return;
    }
    // First, so that what was open is not asked for in the other company.
    await goToList();
    setChosenId(next.id);
    toast.info(`Switched to ${next.name}`);
  }

  /** Goes on in a company that was made just now. */
  function enter(founded: Company): void {
    void goToList().then(() => setChosenId(founded.id));
  }

  return { company, companies, switchTo, enter };
}

function named(companies: readonly Company[], search: string): Company | undefined {
  const slug = new URLSearchParams(search).get("company");
  return companies.find((company) => company.slug === slug);
}
