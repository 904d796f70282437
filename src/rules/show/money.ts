// Formats amounts of dollars for people, in a terminal and on the page.
import type { Sum } from "../model/spending.ts";

// Created once: creating a formatter takes longer than everything else that a row needs.
const inCents = formatOf(2);
const inHundredths = formatOf(4);

/** Formats an amount with two decimals. Amounts below 9.5 cents have four, to keep enough digits. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return "<$0.0001";
  return `$${(usd > 0 && usd < 0.095 ? inHundredths : inCents).format(usd)}`;
}

function formatOf(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a sum. A sum with an unknown price is marked as unknown, and never shown as zero. */
export function sumText({ usd, unpriced }: Sum): string {
  if (unpriced === 0) return dollars(usd);
  return usd === 0 ? "unknown" : `${dollars(usd)} + unknown`;
}
