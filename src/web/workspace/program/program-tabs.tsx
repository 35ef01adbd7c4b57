import { memo } from "react";
import { TabLinks } from "#web/design/tab-links.tsx";
import { addressOfRegister, current, groupsOf } from "./registers.ts";
import type { Register } from "./registers.ts";
import "./program.css";

// After people, whom most of them are for.
const policies = { label: "Policies", to: "/dashboard/program/policies" };
export const trainingAddress = "/dashboard/program/training";
const training = { label: "Training", to: trainingAddress };
const reviews = { label: "Access reviews", to: "/dashboard/program/reviews" };
const beside = [policies, training, reviews];

interface ProgramTabsProps {
  registers: readonly Register[];
  here?: string;
}

/** The pages of the program: the overview, a tab for each group, and within a group of several its registers. */
export const ProgramTabs = memo(function ProgramTabs({ registers, here }: ProgramTabsProps) {
  const groups = groupsOf(registers);
  const group = groups.find((candidate) => candidate.registers.some(({ key }) => key === here));
  const first = (group ?? groups[0])?.registers[0];
  const links = groups.map(({ label, registers: [leading] }) => ({
    label,
    to: addressOfRegister(leading!.key),
    count: current(leading!),
  }));
  return (
    <div className="program-tabs">
      <TabLinks
        label="Program"
        links={[{ label: "Overview", to: "/dashboard/program" }, ...links.slice(0, 1), ...beside, ...links.slice(1)]}
        here={
          group && first
            ? addressOfRegister(first.key)
            : (beside.find(({ to }) => to === here)?.to ?? "/dashboard/program")
        }
      />
      {group && here !== undefined && group.registers.length > 1 && (
        <TabLinks
          label={group.label}
          links={group.registers.map((register) => ({
            label: register.label,
            to: addressOfRegister(register.key),
            count: current(register),
          }))}
          here={addressOfRegister(here)}
          segmented
        />
      )}
    </div>
  );
});
