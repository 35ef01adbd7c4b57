import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast-list.ts";

interface CopyButtonProps {
  text: string;
  name: string;
  /** Words beside the icon, where it stands alone; `name` begins with them then. */
  children?: string;
}

/** Copies a text and says so. `name` tells a screen reader what will be copied. */
export function CopyButton({ text, name, children }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast.error("Your browser blocked copying. Select the text and copy it.");
      return;
    }
    setCopied(true);
    toast.success("Copied");
    setTimeout(() => setCopied(false), 2000);
  }
  const icon = copied ? Check : Copy;
  if (children)
    return (
      <Button kind="quiet" size="small" icon={icon} aria-label={name} onClick={() => void copy()}>
        {children}
      </Button>
    );
  return (
    <Button kind="quiet" size="small" icon={icon} iconOnly onClick={() => void copy()}>
      {name}
    </Button>
  );
}
