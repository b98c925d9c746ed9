"""Written by `npm run client:generate`. Do not edit by hand."""
