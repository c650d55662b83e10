// Wheels with rows and dates.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor
@Suite(.serialized) struct PickerTests {
  private final class Source: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    var counts = [100_000, 3]
    var asked = 0
    var chosen: [[Int]] = []
    func numberOfComponents(in pickerView: UIPickerView) -> Int { counts.count }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
      counts[component]
    }
    func pickerView(
      _ pickerView: UIPickerView,
      titleForRow row: Int,
      forComponent component: Int
    ) -> String? {
      asked += 1
      return "\(component)/\(row)"
    }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      chosen.append([component, row])
    }
  }

  private func shown(_ view: UIView) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 300))
    view.frame = CGRect(x: 0, y: 0, width: 320, height: 216)
    window.addSubview(view)
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return window
  }

  @Test func onlyRowsThatShowAreAsked() {
    let source = Source()
    let picker = UIPickerView(frame: .zero)
    picker.dataSource = source
    picker.delegate = source
    let window = shown(picker)
    defer { window.isHidden = true }
    #expect(picker.numberOfComponents == 2)
    #expect(picker.selectedRow(inComponent: 0) == 0)
    // 216 / 32 = 6.75 rows of each wheel.
    #expect(source.asked <= 2 * 8)
    picker.selectRow(50_000, inComponent: 0, animated: false)
    window.layoutIfNeeded()
    #expect(picker.selectedRow(inComponent: 0) == 50_000)
    #expect((picker.view(forRow: 50_000, forComponent: 0) as? UILabel)?.text == "0/50000")
    #expect(source.chosen.isEmpty)
    picker.selectRow(99, inComponent: 1, animated: false)
    #expect(picker.selectedRow(inComponent: 1) == 2)
    picker.selectRow(-5, inComponent: 1, animated: false)
    #expect(picker.selectedRow(inComponent: 1) == 0)
    picker.selectRow(0, inComponent: 7, animated: false)
    #expect(picker.selectedRow(inComponent: 7) == -1)
  }

  @Test func aTapChoosesARow() {
    let source = Source()
    let picker = UIPickerView(frame: .zero)
    picker.dataSource = source
    picker.delegate = source
    let window = shown(picker)
    defer { window.isHidden = true }
    // The middle row is at 92...124; the next one below it.
    UIApplication.shared.tap(at: CGPoint(x: 80, y: 140), in: window)
    #expect(source.chosen == [[0, 1]])
    #expect(picker.selectedRow(inComponent: 0) == 1)
    source.counts = [0, 0]
    picker.reloadAllComponents()
    #expect(picker.selectedRow(inComponent: 0) == -1)
  }

  private var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }

  @Test func datesStayBetweenTheirLimits() throws {
    let picker = UIDatePicker(frame: .zero)
    picker.calendar = utc
    picker.timeZone = TimeZone(secondsFromGMT: 0)
    picker.datePickerMode = .date
    let day = try #require(utc.date(from: DateComponents(year: 2026, month: 3, day: 31)))
    picker.date = day
    let window = shown(picker)
    defer { window.isHidden = true }
    #expect(picker.date == day)
    picker.minimumDate = day.addingTimeInterval(86_400)
    #expect(picker.date == day.addingTimeInterval(86_400))
    picker.minimumDate = nil
    picker.maximumDate = day.addingTimeInterval(-86_400)
    #expect(picker.date == day.addingTimeInterval(-86_400))
  }

  @Test func aShorterMonthHasItsLastDay() throws {
    let picker = UIDatePicker(frame: .zero)
    picker.calendar = utc
    picker.timeZone = TimeZone(secondsFromGMT: 0)
    picker.datePickerMode = .date
    picker.date = try #require(utc.date(from: DateComponents(year: 2026, month: 1, day: 31)))
    let window = shown(picker)
    defer { window.isHidden = true }
    var sent = 0
    picker.addAction(UIAction { _ in sent += 1 }, for: .valueChanged)
    // The row below the middle one of the first wheel: February.
    UIApplication.shared.tap(at: CGPoint(x: 40, y: 140), in: window)
    #expect(sent == 1)
    let facts = utc.dateComponents([.year, .month, .day], from: picker.date)
    #expect([facts.year, facts.month, facts.day] == [2026, 2, 28])
  }

  @Test func durationsAreWholeMinutes() {
    let picker = UIDatePicker(frame: .zero)
    picker.datePickerMode = .countDownTimer
    picker.countDownDuration = 3_725
    #expect(picker.countDownDuration == 3_720)
    picker.countDownDuration = .nan
    #expect(picker.countDownDuration == 60)
    picker.countDownDuration = 1e12
    #expect(picker.countDownDuration == 86_340)
    picker.minuteInterval = 7
    #expect(picker.minuteInterval == 1)
    picker.minuteInterval = 15
    #expect(picker.minuteInterval == 15)
  }
}
