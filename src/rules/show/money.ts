// Dollars as people read them, in a terminal and on the page. Pure.
import type { Sum } from "../model/spending.ts";

// Made once: to make one takes longer than all else that a row needs.
const inCents = formatOf(2);
const inHundredths = formatOf(4);

/** To the cent; what is less than ten of them to the hundredth of one, or little of it would be left. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return "<$0.0001";
  return `$${(usd > 0 && usd < 0.095 ? inHundredths : inCents).format(usd)}`;
}

function formatOf(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Where a price is not known the sum is not, either: it is never shown as nothing. */
export function sumText({ usd, unpriced }: Sum): string {
  if (unpriced === 0) return dollars(usd);
  return usd === 0 ? "unknown" : `${dollars(usd)} + unknown`;
}
