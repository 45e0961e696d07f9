import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";
import { Mark } from "../../ui/Logo.tsx";
import { Loading, Skeleton } from "../../ui/Skeleton.tsx";

export function DashboardSkeleton(): ReactElement {
  return (
    <div className="min-h-dvh lg:pl-60">
      <Loading />
      <div className="flex h-14 items-center gap-2 border-b border-line px-4 lg:hidden">
        <Skeleton className="size-6" />
      </div>
      <div className="fixed inset-y-0 left-0 hidden w-60 border-r border-line p-3.5 lg:block">
        <Mark className="mt-3 mb-9 ml-3 size-5 text-faint" />
        <div className="space-y-6 px-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-28" />
        </div>
      </div>
      <div className="mx-auto w-full max-w-[70rem] px-4 pt-6 pb-24 sm:px-8 lg:pt-7">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-1.5 h-4 w-64" />
        <Card className="mt-6 min-h-48 p-5 sm:p-6">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="mt-4 h-4 w-72 max-w-full" />
        </Card>
        <div className="mt-4 grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <Card className="min-h-24 p-5 sm:p-6 md:min-h-43">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-3 h-9 w-12" />
          </Card>
          <Card className="min-h-36 p-5 sm:p-6">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="mt-4 h-4 w-64 max-w-full" />
          </Card>
        </div>
      </div>
    </div>
  );
}
