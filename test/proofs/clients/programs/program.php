<?php

/* A client that openapi-generator generates: an invoice, a file, a batch, a webhook, a list. */

declare(strict_types=1);

require_once '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $path = getenv('CLIENT') . '/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'OpenAPI\\Client\\') && is_file($path)) require $path;
});

use OpenAPI\Client\Api\InvoicesApi;
use OpenAPI\Client\Configuration;

$given = json_decode(file_get_contents(getenv('GIVEN')));
$configuration = (new Configuration())->setHost($given->url)->setAccessToken($given->key);
$invoices = new InvoicesApi(new GuzzleHttp\Client(), $configuration);

// As data: of a member that is a number or a text the generator makes an empty class (its issue 13538).
$invoice = $invoices->submitInvoice('php-invoice', $given->submission);
$file = $invoices->submitFile('php-file-1', 'DE-XRECHNUNG', 'php-file', file_get_contents($given->xml));
$batch = $invoices->submitBatch(file_get_contents($given->batch));

$ids = [];
for ($page = 1, $total = 1; count($ids) < $total; $page += 1) {
    $listed = $invoices->listInvoices(page: $page, page_size: 25);
    foreach ($listed->getData() as $row) $ids[] = $row->getId();
    $total = $listed->getTotal();
}

$parts = array_map(fn ($part) => explode('=', $part), explode(',', $given->delivery->signature));
$time = array_values(array_filter($parts, fn ($part) => $part[0] === 't'))[0][1];
$expected = hash_hmac('sha256', "$time.{$given->delivery->body}", $given->delivery->secret);
$matching = array_filter($parts, fn ($part) => $part[0] === 'v1' && hash_equals($expected, $part[1]));

echo json_encode([
    'invoice' => (string) $invoice->getState(),
    'file' => (string) $file->getState(),
    'batch' => array_map(fn ($line) => json_decode($line)->status, explode("\n", trim((string) $batch))),
    'listed' => count(array_unique($ids)),
    'webhook' => count($matching) > 0,
]);
